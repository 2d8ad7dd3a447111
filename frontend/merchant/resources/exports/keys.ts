export const exportsKey = ["exports"];
/** An export's inputs. */
export const exportDetailsKey = (id: string) => ["export-details", id];
/** The running jobs' state. */
export const exportsPollKey = (ids: readonly string[]) => ["exports-poll", ids];
