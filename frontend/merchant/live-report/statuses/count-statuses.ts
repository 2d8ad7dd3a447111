import type { LocalStatus } from "#domain/enumerations.ts";
import { getStatusSelect, readStatus } from "../table/local-status-rows.ts";

export type StatusCounts = ReadonlyMap<LocalStatus, number>;

/** Counts each shown order once, by its local status. */
export const countStatuses = (report: ParentNode): StatusCounts => {
  const known = new Set<string>();
  const counts = new Map<LocalStatus, number>();
  for (const row of report.querySelectorAll<HTMLElement>("tr[data-order]")) {
    const { order = "" } = row.dataset;
    const list = known.has(order) ? null : getStatusSelect(row);
    if (list === null) continue;
    known.add(order);
    const status = readStatus(list);
    counts.set(status, (counts.get(status) ?? 0) + 1);
  }
  return counts;
};
