/** Raise a read model's version when its documents change in shape or meaning: all events rebuild it. */
export const versions = {
  "report-designs": 6,
  filters: 4,
  automations: 2,
  "workspace-history": 6,
  "recently-deleted": 2,
  exports: 13,
  uses: 1,
  runs: 6,
  slots: 4,
  shops: 3,
  "local-statuses": 1,
  standings: 5,
  "console-acts": 6,
  happenings: 1,
  impersonations: 1,
  "support-changes": 2,
  titles: 1,
} as const;

export const readModelNames: readonly string[] = Object.keys(versions);

/** The versions that this code reads and writes. */
export const readModelVersions: ReadonlyMap<string, number> = new Map(Object.entries(versions));
