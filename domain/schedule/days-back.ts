/** Days that a report covers with its date filter off (S-2.9). */
export const daysBack = { usual: 90, withSlowColumns: 60 } as const;
