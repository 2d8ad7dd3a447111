import { OrderFilterView } from "../../enumerations.ts";
import { type FilterFields, toFilterContent, toFilterFields } from "../../filters/fields.ts";
import type { FilterContent, FilterFacts } from "../../filters/filter.ts";
import { detokenize, type PersonalTexts } from "../../filters/personal.ts";
import { validateFilterContent } from "../../filters/validate.ts";
import type { RestorableItemKind } from "../item-kind.ts";
import type { Filter } from "../state.ts";
import { filterFieldLabel } from "./filter-text.ts";
import { createFilterContent, filterKind } from "./filters.ts";

const isField = (field: string, fields: FilterFields): field is keyof FilterFields => Object.hasOwn(fields, field);

/** Restores filters field by field. `texts`: plaintext of tokenized values. */
export const restorableFilter = (texts: PersonalTexts): RestorableItemKind<Filter, FilterFacts, FilterContent> => ({
  ...filterKind,
  adaptToCurrentRules: (earlier, now, { filters }) => {
    const fields = toFilterFields(earlier);
    const instead = toFilterFields(now ?? createFilterContent(filters));
    const problems = validateFilterContent(detokenize(earlier, texts), "discreet").filter(({ field }) =>
      isField(field, fields),
    );
    const refused = new Set<string>(problems.map(({ field }) => field));
    const kept = Object.fromEntries(Object.entries(instead).filter(([field]) => refused.has(field)));
    const notRestored = problems.map(
      ({ field, message }) =>
        `${isField(field, fields) ? filterFieldLabel(field) : "A condition"} could not be restored. ${message}`,
    );
    return { content: toFilterContent({ ...fields, ...kept }), notRestored };
  },
  whole: (content, filterId, end, now) => ({
    filterId,
    view: now?.view ?? OrderFilterView.All,
    ordering: now?.ordering ?? end,
    ...content,
  }),
  restored: (data) => ({ type: "FilterRestored", data }),
});
