/** What a live page keeps of a design; null of the design that was looked at last. */
export const livePageKey = (reportId: string | null) => ["live-page", reportId];
