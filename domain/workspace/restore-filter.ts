import { jsonEqual } from "../core/json-equal.ts";
import { OrderFilterView } from "../enumerations.ts";
import { contentFromFields, type FilterFields, fieldsFromContent } from "../filters/fields.ts";
import { spoken } from "../filters/personal.ts";
import { validateFilterContent } from "../filters/validate.ts";
import type { CommandOf, Decision } from "./designs.ts";
import { factsOf, freshContent, ownFilters } from "./filters.ts";
import { refuseOverQuota } from "./refusals.ts";
import type { WorkspaceState } from "./state.ts";
import { fieldWords } from "./words.ts";

const isField = (field: string, fields: FilterFields): field is keyof FilterFields => Object.hasOwn(fields, field);

/**
 * The filter's content as it was at a version, field by field as far as today's rules allow: what they do not stays as it is now (of
 * a deleted filter: as it is in a new one), and is said. A deleted one comes back at the end of the list, while the quota has room.
 */
export const restoreFilter = (
  { filterId, earlier, texts, version, maxFilters }: Omit<CommandOf<"RestoreFilter">, "context">,
  { filters }: WorkspaceState,
): Decision => {
  const now = filters.find((filter) => filter.filterId === filterId);
  const own = ownFilters(filters);
  const over = now ? undefined : refuseOverQuota("filter", own.length, maxFilters);
  if (over) return over;
  const fields = fieldsFromContent(earlier);
  const instead = fieldsFromContent(now ?? freshContent(filters));
  const problems = validateFilterContent(spoken(earlier, texts), "discreet").filter(({ field }) =>
    isField(field, fields),
  );
  const refused = new Set<string>(problems.map(({ field }) => field));
  const kept = Object.fromEntries(Object.entries(instead).filter(([field]) => refused.has(field)));
  const content = contentFromFields({ ...fields, ...kept });
  const notRestored = problems.map(
    ({ field, message }) =>
      `${isField(field, fields) ? fieldWords(field) : "A condition"} could not be restored. ${message}`,
  );
  const place = { filterId, view: now?.view ?? OrderFilterView.All, ordering: now?.ordering ?? own.length };
  const facts = { ...place, ...content };
  if (notRestored.length === 0 && now && jsonEqual(facts, factsOf(now))) return [];
  return [{ type: "FilterRestored", data: { ...facts, version, notRestored } }];
};
