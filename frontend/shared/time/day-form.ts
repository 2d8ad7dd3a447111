// This file doesn't import luxon, because every page loads it.

/** S-2.3: luxon's forms of `userDateFormat` 0, 1 and 2. */
const dayForms = ["yyyy/LL/dd", "dd/LL/yyyy", "LL/dd/yyyy"] as const;

let dayForm: string = dayForms[0];

/**
 * Takes over the shop's date format, as every page of a browser shows one shop. 0 YYYY/MM/DD, 1 DD/MM/YYYY, 2
 * MM/DD/YYYY; absent or unknown counts as 0.
 */
export const setDateFormat = (userDateFormat: number | undefined): void => {
  dayForm = dayForms[userDateFormat ?? 0] ?? dayForms[0];
};

/** Returns luxon's form of days in the shop's date format, for fields: `yyyy/LL/dd`. */
export const currentDayForm = (): string => dayForm;
