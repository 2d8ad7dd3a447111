/** Every cached answer about the list of automated reports begins so; by itself it is that list. */
export const automationsKey = ["automations"];
/** One automated report with its ETag. */
export const automationKey = (id: string) => ["automation", id];
/** What is planned for it, and what passed. */
export const automationInfoKey = (id: string) => ["automation-info", id];
/** Every cached answer about the runs of one begins so; by itself it is the list of them. */
export const automationRunsKey = (id: string) => ["automation-runs", id];
/** What became of its slots between two days. */
export const slotOutcomesKey = (id: string, days: { from: string; to: string }) => ["automation-slots", id, days];
/** What a run was made of. */
export const runDetailsKey = (runId: string) => ["automation-run", runId];
