import { hiddenText } from "../filters/hidden.ts";

/**
 * Fields that lead to a vault value, a file, a page to approve a charge, or a data subject. Fields with references have
 * Ref in their names.
 */
const hiddenFields: ReadonlySet<string> = new Set(["fileKey", "confirmationUrl", "customer", "recipients", "refused"]);

const isHiddenField = (field: string): boolean => hiddenFields.has(field) || /Refs?$/.test(field);

/** Finds vault references, also within other text. */
const vaultReference = /[ps]v:[\w-]{22}/;

const isEmpty = (value: unknown): boolean =>
  value === null || value === "" || (Array.isArray(value) && value.length === 0);

/** Masks everything but empty parts. */
const maskAll = (value: unknown): unknown => {
  if (isEmpty(value)) return value;
  return Array.isArray(value) ? value.map(maskAll) : hiddenText;
};

/** Masks an event's data for support. References to secrets and personal texts become {@link hiddenText}. */
export const withoutHidden = (value: unknown): unknown => {
  if (typeof value === "string") return vaultReference.test(value) ? hiddenText : value;
  if (Array.isArray(value)) return value.map(withoutHidden);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([field, held]) => [field, isHiddenField(field) ? maskAll(held) : withoutHidden(held)]),
  );
};

/** Maps every reference to the mask, for detokenizing. */
export const hiddenTexts = (references: readonly string[]): Map<string, string> =>
  new Map(references.map((one) => [one, hiddenText]));
