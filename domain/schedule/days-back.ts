/** How far a report reaches back whose date filter is off (S-2.9), days. */
export const daysBack = { usual: 90, withSlowColumns: 60 } as const;
