/** The list of export jobs. */
export const exportsKey = ["exports"];
/** What became of the jobs that run. */
export const exportsPollKey = (ids: readonly string[]) => ["exports-poll", ids];
