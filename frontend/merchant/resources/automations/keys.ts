/** Prefix of all cached responses about the list of automated reports; by itself the key of that list. */
export const automationsKey = ["automations"];
/** Returns the cache key of one automated report with its ETag. */
export const automationKey = (id: string) => ["automation", id];
/** Returns the cache key of its planned and past slots. */
export const automationInfoKey = (id: string) => ["automation-info", id];
/** Returns the prefix of all cached responses about a report's runs; by itself the key of their list. */
export const automationRunsKey = (id: string) => ["automation-runs", id];
/** Returns the cache key of its slots' outcomes between two days. */
export const slotOutcomesKey = (id: string, days: { from: string; to: string }) => ["automation-slots", id, days];
export const runDetailsKey = (runId: string) => ["automation-run", runId];
