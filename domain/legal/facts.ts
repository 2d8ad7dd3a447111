/** What the legal documents promise, in figures (S-2.9). */

/** Version of the documents that a shop accepts, as a local day: when the Privacy Notice was last updated. */
export const termsVersion = "2023-03-25";

/** Personal data is deleted within so many hours of a request. */
export const deletionHours = 24;

/** Settings are kept at least so long after the app was uninstalled. */
export const settingsKeptMonths = 6;

/** Personal values and secrets of a shop are erased so many hours after the app was uninstalled. */
export const erasedAfterUninstallHours = 48;

/** A merchant hears of a breach of personal data within so many hours. */
export const breachNoticeHours = 48;

/** Changes of the documents, of prices and of who works for us are announced so many days before. */
export const noticeDays = 30;

/** Places of jurisdiction. */
export const courts = { terms: "Corfu", dataProtection: "Athens" } as const;
