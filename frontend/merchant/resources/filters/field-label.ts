import { statusFields } from "#domain/filters/description/status-labels.ts";
import { findSieverByField } from "#domain/filters/fields.ts";
import { formatSieverLabel } from "#domain/filters/sievers.ts";
import type { FieldName } from "./editable-filter.ts";

/** 'Title', 'Tags (Order)'. */
export const fieldLabel = (field: FieldName): string => {
  if (field === "title") return "Title";
  const siever = findSieverByField(field);
  return siever ? formatSieverLabel(siever) : (statusFields.find((status) => status.field === field)?.label ?? field);
};
