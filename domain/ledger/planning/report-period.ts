import type { DesignContent } from "../../designs/design.ts";
import { listShownColumns } from "../../designs/design.ts";
import { listSlowColumns } from "../../reports/preview-columns.ts";
import { periodWithoutDateFilter } from "../../schedule/periods.ts";
import type { Period } from "../../schedule/schedule.ts";

/** True if a design has slow columns (S-2.9). */
export const isSlowReport = (design: Pick<DesignContent, "shown" | "settings">): boolean =>
  listSlowColumns(listShownColumns(design)).length > 0;

/**
 * The time that a slot's file covers: its period or, with the date filter off, the 90 days before it, 60 with slow
 * columns.
 * @throws {UnknownTimezone}
 */
export const resolveReportPeriod = (
  { slot, period }: { slot: string; period: Period },
  { applyDateFilter, zone, isSlow }: { applyDateFilter: boolean; zone: string; isSlow: boolean },
): Period => (applyDateFilter ? period : periodWithoutDateFilter({ zone }, { at: slot }, isSlow));
