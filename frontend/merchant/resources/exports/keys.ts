export const exportsKey = ["exports"];
/** Returns the cache key of an export's inputs. */
export const exportDetailsKey = (id: string) => ["export-details", id];
/** Returns the cache key of the running jobs' state. */
export const exportsPollKey = (ids: readonly string[]) => ["exports-poll", ids];
