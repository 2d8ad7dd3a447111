/** Figures promised by the legal documents (S-2.9). */

/** Version of the documents that a shop accepts, as a local day: last update of the Privacy Notice. */
export const termsVersion = "2023-03-25";

/** Hours until personal data is deleted after a request. */
export const deletionHours = 24;

/** Minimum months that settings are kept after the app was uninstalled. */
export const settingsKeptMonths = 6;

/** Hours after uninstalling until a shop's personal values and secrets are erased. */
export const erasedAfterUninstallHours = 48;

/** Hours until a merchant is told of a breach of personal data. */
export const breachNoticeHours = 48;

/** Days of notice for changes of documents, prices and subcontractors. */
export const noticeDays = 30;

/** Places of jurisdiction. */
export const courts = { terms: "Corfu", dataProtection: "Athens" } as const;
