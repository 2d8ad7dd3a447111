/** Returns the cache key of a design's stored live page; null for the design viewed last. */
export const livePageKey = (reportId: string | null) => ["live-page", reportId];
