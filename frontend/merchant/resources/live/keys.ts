/** `reportId`: null for the design viewed last. */
export const livePageKey = (reportId: string | null) => ["live-page", reportId];
