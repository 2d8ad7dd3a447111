import { refuseConflicts } from "../core/conflict.ts";
import { refuseFields } from "../core/field-problem.ts";
import { applyIntent, deriveIntent, type Intent } from "../core/intent.ts";
import { contentFromFields, type FilterFields, fieldsFromContent, sieverOfField } from "../filters/fields.ts";
import { spoken } from "../filters/personal.ts";
import { validateFilterContent } from "../filters/validate.ts";
import { weightProblem } from "../filters/weight.ts";
import type { CommandOf, Decision } from "./designs.ts";
import type { WorkspaceEvent } from "./events.ts";
import { refuseUnknown } from "./refusals.ts";
import type { WorkspaceState } from "./state.ts";
import { fieldValueWords, fieldWords } from "./words.ts";

const eventOf = (filterId: string, change: Intent<FilterFields>[number]): WorkspaceEvent => {
  const { field, from, to } = change;
  switch (field) {
    case "title":
      return { type: "FilterRenamed", data: { filterId, from, to } };
    case "financial_status":
      return { type: "FilterStatusChanged", data: { filterId, status: field, from, to } };
    case "fulfillment_status":
      return { type: "FilterStatusChanged", data: { filterId, status: field, from, to } };
    case "order_status":
      return { type: "FilterStatusChanged", data: { filterId, status: field, from, to } };
    default: {
      const siever = sieverOfField(field);
      if (siever === undefined) throw new TypeError(`${field} is no field of a filter. Name a siever's.`);
      return {
        type: "FilterSieverChanged",
        data: { filterId, siever: siever.code, from: [...from], to: [...to] },
      };
    }
  }
};

/**
 * What the user meant, field by field (D-4). Only fields that they changed are judged: an old value that today's rules
 * would refuse never blocks an edit beside it. Values are compared as they are kept and judged as they were typed.
 */
export const updateFilter = (
  { filterId, base, wanted, texts }: CommandOf<"UpdateFilter">,
  { filters }: WorkspaceState,
): Decision => {
  const filter = filters.find((candidate) => candidate.filterId === filterId);
  if (!filter) return refuseUnknown("filter");
  const seen = fieldsFromContent(base);
  // The blanks around a title are nobody's intent.
  const intent = deriveIntent(seen, fieldsFromContent({ ...wanted, title: wanted.title.trim() }));
  const meant = new Set<string>(intent.map(({ field }) => field));
  // A field that no filter has can only have come with this edit.
  const isNew = (field: string) => meant.has(field) || !Object.hasOwn(seen, field);
  const bad = refuseFields(
    validateFilterContent(spoken(wanted, texts), "discreet").filter(({ field }) => isNew(field)),
  );
  if (bad) return bad;
  const { changes, conflicts } = applyIntent(intent, fieldsFromContent(filter));
  if (conflicts.length > 0)
    return refuseConflicts(conflicts, (field) => filter.changes[field], { field: fieldWords, value: fieldValueWords });
  // Judged as it would stand: what others added meanwhile counts too.
  const changed = Object.fromEntries(changes.map(({ field, to }) => [field, to]));
  const after = contentFromFields({ ...fieldsFromContent(filter), ...changed });
  const tooMuch = weightProblem(spoken(filter, texts).sievers, spoken(after, texts).sievers);
  return refuseFields(tooMuch ? [tooMuch] : []) ?? changes.map((change) => eventOf(filterId, change));
};
