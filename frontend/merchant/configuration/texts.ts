import type { DateTime } from "luxon";
import { erasedDescription, isErased } from "#domain/filters/personal.ts";
import { dateFormats, formatPreference, preferenceNames } from "#domain/shop/preference-labels.ts";
import { quoteText } from "#domain/text/quote-text.ts";
import type { CollisionTexts } from "../editing/collision-dialog.tsx";
import type { ConfigurationFields } from "./use-configuration-editor.ts";

export const alertsTo = "Send alerts to";

const describeAddress = (address: string): string => {
  if (address === "") return "your store's own address";
  return isErased(address) ? erasedDescription : quoteText(address);
};

/** Today in a file's date format. */
export const formatExample = (value: number, today: DateTime): string =>
  today.toFormat(dateFormats.find((known) => known.value === value)?.format ?? dateFormats[0].format);

const fieldName = (field: keyof ConfigurationFields): string => {
  if (field === "AutomSendToMail") return alertsTo;
  return field === "AcceptsMarketing" ? "News about Sheaf" : preferenceNames[field];
};
const fieldValue = (field: keyof ConfigurationFields, value: unknown): string => {
  if (field === "AutomSendToMail") return describeAddress(String(value ?? ""));
  if (field === "AcceptsMarketing") return value === true ? "Yes" : "No";
  return formatPreference(field, value);
};

/** Each field of `after` with its old value: `CSV separator: Comma → Semicolon`. */
export const describeChanges = (before: Partial<ConfigurationFields>, after: Partial<ConfigurationFields>): string[] =>
  (Object.keys(after) as (keyof ConfigurationFields)[]).map(
    (field) => `${fieldName(field)}: ${fieldValue(field, before[field])} → ${fieldValue(field, after[field])}`,
  );

export const collisionTexts: CollisionTexts<ConfigurationFields> = {
  thing: "configuration",
  field: fieldName,
  value: fieldValue,
};
