import { hiddenTexts } from "../activity/hidden.ts";
import { statusFields } from "../filters/description/status-labels.ts";
import { toFilterFields, toSieverField } from "../filters/fields.ts";
import type { FilterContent } from "../filters/filter.ts";
import { detokenize, listReferences } from "../filters/personal.ts";
import { sievers } from "../filters/sievers.ts";
import { describeFilterFieldValue, describeStoredValues, filterFieldLabel } from "../workspace/filters/filter-text.ts";
import type { DescribedField } from "./described-field.ts";

/** Describes a filter, one line per field, without empty sievers. Vault values are hidden. */
export const describeFilterFields = (tokenized: FilterContent): DescribedField[] => {
  const fields = toFilterFields(tokenized);
  const plaintextFields = toFilterFields(detokenize(tokenized, hiddenTexts(listReferences(tokenized.sievers))));
  const own = (["title", ...statusFields.map(({ field }) => field)] as const).map((field) => ({
    key: field,
    name: filterFieldLabel(field),
    value: fields[field],
    text: describeFilterFieldValue(field, fields[field]),
  }));
  const conditions = sievers
    .map((siever) => ({ field: toSieverField(siever.code), siever }))
    .filter(({ field }) => fields[field].length > 0)
    .map(({ field, siever }) => ({
      key: field,
      name: filterFieldLabel(field),
      value: fields[field],
      text: describeStoredValues(plaintextFields[field], siever).join(", "),
    }));
  return [...own, ...conditions];
};
