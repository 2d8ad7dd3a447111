import { statusFields } from "#domain/filters/description/status-labels.ts";
import { findSieverByField } from "#domain/filters/fields.ts";
import type { FieldName } from "../../resources/filters/editable-filter.ts";
import { formatValueInline } from "./describe-value.ts";

/** 'Paid', 'vip, not wholesale', 'nothing'. */
export const fieldValueText = (field: FieldName, value: unknown): string => {
  const status = statusFields.find((one) => one.field === field);
  if (status !== undefined) return status.labels.find((one) => one.value === value)?.label ?? String(value);
  const siever = findSieverByField(field);
  if (siever === undefined || !Array.isArray(value)) return String(value);
  return value.length === 0 ? "nothing" : value.map((one) => formatValueInline(String(one), siever)).join(", ");
};
