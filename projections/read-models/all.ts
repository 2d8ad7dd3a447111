import type { Projection } from "../projection.ts";
import { activity } from "./activity.ts";
import { automationHealth } from "./automation-health.ts";
import { automations } from "./automations.ts";
import { consoleActs } from "./console-acts.ts";
import { exports } from "./exports.ts";
import { filters } from "./filters.ts";
import { impersonations } from "./impersonations.ts";
import { localStatuses } from "./local-statuses.ts";
import { recentlyDeleted } from "./recently-deleted.ts";
import { reportDesigns } from "./report-designs.ts";
import { runs } from "./runs.ts";
import { shops } from "./shops.ts";
import { slots } from "./slots.ts";
import { supportChanges } from "./support-changes.ts";
import { titles } from "./titles.ts";
import { uses } from "./uses.ts";
import { workspaceHistory } from "./workspace-history.ts";

export const projections = [
  reportDesigns,
  filters,
  automations,
  workspaceHistory,
  recentlyDeleted,
  exports,
  uses,
  runs,
  slots,
  shops,
  localStatuses,
  automationHealth,
  consoleActs,
  activity,
  impersonations,
  supportChanges,
  titles,
] as unknown as readonly Projection[];
