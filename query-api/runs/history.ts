import { z } from "zod";
import { type Route, route } from "#application/http/route.ts";
import { AutomationHistoryItemData, AutomationHistoryQuery } from "#domain/wire/automations/automation-history.ts";
import { referencesOfRun } from "#domain/wire/automations/run-on-wire.ts";
import { readAutomation } from "../automations/automations.ts";
import type { QueryApiDeps } from "../deps.ts";
import { loadShopZone } from "../shop-zone.ts";
import { toHistoryItem } from "./history-item.ts";
import { readRuns, runReads } from "./runs.ts";

export const automationHistoryRoute = (deps: QueryApiDeps): Route =>
  route({
    method: "GET",
    path: "reporting/automation-history/{id}",
    summary:
      "The runs of an automated report with all their attempts, newest first, 50 at a time; also of a deleted one",
    description: "Cause says why each was begun. before takes the RunId of the last item, for the 50 older ones.",
    refuses: ["unknown"],
    access: "shop",
    reads: runReads,
    params: z.strictObject({ id: z.string().min(1).max(100) }),
    query: AutomationHistoryQuery,
    data: z.array(AutomationHistoryItemData),
    handler: async ({ params: { id }, query: { before } }, { caller: { tenant } }) => {
      const runs = await readRuns(deps, tenant, id, before);
      // A report without runs must have a definition.
      if (runs.length === 0 && before === undefined) await readAutomation(deps, tenant, id);
      const texts = await deps.vault.readAll([...new Set(runs.flatMap(referencesOfRun))]);
      const zone = await loadShopZone(deps, tenant);
      return Promise.all(runs.map((run) => toHistoryItem(deps, run, { zone, texts })));
    },
  });
