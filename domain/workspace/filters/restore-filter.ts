import { OrderFilterView } from "../../enumerations.ts";
import { contentFromFields, type FilterFields, fieldsFromContent } from "../../filters/fields.ts";
import type { FilterContent, FilterFacts } from "../../filters/filter.ts";
import { type PersonalTexts, spoken } from "../../filters/personal.ts";
import { validateFilterContent } from "../../filters/validate.ts";
import type { RestorableKind } from "../kind.ts";
import type { Filter } from "../state.ts";
import { filterKind, freshContent } from "./filters.ts";
import { fieldWords } from "./words.ts";

const isField = (field: string, fields: FilterFields): field is keyof FilterFields => Object.hasOwn(fields, field);

/** Restores filters field by field. `texts`: plaintext of tokenized values. */
export const restorableFilter = (texts: PersonalTexts): RestorableKind<Filter, FilterFacts, FilterContent> => ({
  ...filterKind,
  judged: (earlier, now, { filters }) => {
    const fields = fieldsFromContent(earlier);
    const instead = fieldsFromContent(now ?? freshContent(filters));
    const problems = validateFilterContent(spoken(earlier, texts), "discreet").filter(({ field }) =>
      isField(field, fields),
    );
    const refused = new Set<string>(problems.map(({ field }) => field));
    const kept = Object.fromEntries(Object.entries(instead).filter(([field]) => refused.has(field)));
    const notRestored = problems.map(
      ({ field, message }) =>
        `${isField(field, fields) ? fieldWords(field) : "A condition"} could not be restored. ${message}`,
    );
    return { content: contentFromFields({ ...fields, ...kept }), notRestored };
  },
  whole: (content, filterId, end, now) => ({
    filterId,
    view: now?.view ?? OrderFilterView.All,
    ordering: now?.ordering ?? end,
    ...content,
  }),
  restored: (data) => ({ type: "FilterRestored", data }),
});
