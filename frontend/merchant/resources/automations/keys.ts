/** Prefix of all cached responses about the list of automated reports; by itself the key of that list. */
export const automationsKey = ["automations"];
/** One automated report with its ETag. */
export const automationKey = (id: string) => ["automation", id];
/** A report's planned and past slots. */
export const automationInfoKey = (id: string) => ["automation-info", id];
/** Prefix of all cached responses about a report's runs; by itself the key of their list. */
export const automationRunsKey = (id: string) => ["automation-runs", id];
/** Outcomes of a report's slots between two days. */
export const slotOutcomesKey = (id: string, days: { from: string; to: string }) => ["automation-slots", id, days];
export const runDetailsKey = (runId: string) => ["automation-run", runId];
