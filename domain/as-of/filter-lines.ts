import { fieldsFromContent, sieverField } from "../filters/fields.ts";
import type { FilterContent } from "../filters/filter.ts";
import { referencesIn, spoken } from "../filters/personal.ts";
import { sievers } from "../filters/sievers.ts";
import { statusFields } from "../filters/words/status-labels.ts";
import { hiddenTexts } from "../happenings/hidden.ts";
import { fieldValueWords, fieldWords, valuesSaid } from "../workspace/filters/words.ts";
import type { Line } from "./line.ts";

/** A filter, one line per field, sievers only with values. Values from the vault are hidden. */
export const filterLines = (kept: FilterContent): Line[] => {
  const fields = fieldsFromContent(kept);
  const said = fieldsFromContent(spoken(kept, hiddenTexts(referencesIn(kept.sievers))));
  const own = (["title", ...statusFields.map(({ field }) => field)] as const).map((field) => ({
    key: field,
    name: fieldWords(field),
    value: fields[field],
    said: fieldValueWords(field, fields[field]),
  }));
  const conditions = sievers
    .map((siever) => ({ field: sieverField(siever.code), siever }))
    .filter(({ field }) => fields[field].length > 0)
    .map(({ field, siever }) => ({
      key: field,
      name: fieldWords(field),
      value: fields[field],
      said: valuesSaid(said[field], siever).join(", "),
    }));
  return [...own, ...conditions];
};
