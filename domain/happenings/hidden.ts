import { hiddenText } from "../filters/hidden.ts";

/**
 * Fields that lead to something: to a value of the vault, to a file, to a page where a charge is approved, to whoever asked for their data.
 * References have it in their name.
 */
const hiddenFields: ReadonlySet<string> = new Set(["fileKey", "confirmationUrl", "customer", "recipients", "refused"]);

const isHiddenField = (field: string): boolean => hiddenFields.has(field) || /Refs?$/.test(field);

/** A reference to the vault, with whatever signs stand around it. */
const reference = /[ps]v:[\w-]{22}/;

const isEmpty = (value: unknown): boolean =>
  value === null || value === "" || (Array.isArray(value) && value.length === 0);

/** A value of whose parts none says or leads to what is hidden; what is empty stays so. */
const hideAll = (value: unknown): unknown => {
  if (isEmpty(value)) return value;
  return Array.isArray(value) ? value.map(hideAll) : hiddenText;
};

/** What an event holds, as support may see it: events hold no secrets and nobody's words, and what leads to them is {@link hiddenText}. */
export const withoutHidden = (value: unknown): unknown => {
  if (typeof value === "string") return reference.test(value) ? hiddenText : value;
  if (Array.isArray(value)) return value.map(withoutHidden);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([field, held]) => [field, isHiddenField(field) ? hideAll(held) : withoutHidden(held)]),
  );
};

/** For whoever speaks kept words: all of them are hidden. */
export const hiddenTexts = (references: readonly string[]): Map<string, string> =>
  new Map(references.map((one) => [one, hiddenText]));
