/** The list of export jobs. */
export const exportsKey = ["exports"];
/** What one export was asked for with. */
export const exportDetailsKey = (id: string) => ["export-details", id];
/** What became of the jobs that run. */
export const exportsPollKey = (ids: readonly string[]) => ["exports-poll", ids];
