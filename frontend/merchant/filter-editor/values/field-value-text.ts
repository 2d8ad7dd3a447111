import { sieverOfField } from "#domain/filters/fields.ts";
import { statusFields } from "#domain/filters/words/status-labels.ts";
import type { FieldName } from "../../resources/filters/filter-on-page.ts";
import { valueText } from "./value-words.ts";

/** A readable field value: 'Paid', 'vip, not wholesale', 'nothing'. */
export const fieldValueText = (field: FieldName, value: unknown): string => {
  const status = statusFields.find((one) => one.field === field);
  if (status !== undefined) return status.labels.find((one) => one.value === value)?.label ?? String(value);
  const siever = sieverOfField(field);
  if (siever === undefined || !Array.isArray(value)) return String(value);
  return value.length === 0 ? "nothing" : value.map((one) => valueText(String(one), siever)).join(", ");
};
