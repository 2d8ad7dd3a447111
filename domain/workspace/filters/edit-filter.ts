import { refuseUnsaid } from "../../core/conflict.ts";
import { isRefusal } from "../../core/decider.ts";
import { refuseFields } from "../../core/field-problem.ts";
import type { Intent } from "../../core/intent.ts";
import { weightProblem } from "../../filters/compile/weight.ts";
import { contentFromFields, type FilterFields, fieldsFromContent, sieverOfField } from "../../filters/fields.ts";
import { spoken } from "../../filters/personal.ts";
import { validateFilterContent } from "../../filters/validate.ts";
import { keptTitle } from "../../text/titles.ts";
import type { WorkspaceEvent } from "../events.ts";
import type { CommandOf, Decision } from "../kind.ts";
import { mergeEdit } from "../merge-edit.ts";
import { refuseUnknown } from "../refusals.ts";
import type { WorkspaceState } from "../state.ts";
import { find } from "../things.ts";
import { filterKind } from "./filters.ts";
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
 * Applies a user's edit of a filter (D-4). Values are compared tokenized and validated in plaintext. A refusal must not
 * contain the input, because refusals are stored (ADR 21).
 */
export const updateFilter = (
  { filterId, base, wanted, texts }: Omit<CommandOf<"UpdateFilter">, "context">,
  state: WorkspaceState,
): Decision => {
  const filter = find(filterKind, state, filterId);
  if (!filter) return refuseUnknown(filterKind.name);
  const merged = mergeEdit({
    base: fieldsFromContent(base),
    wanted: fieldsFromContent({ ...wanted, title: keptTitle(wanted.title) }),
    current: fieldsFromContent(filter),
    problems: validateFilterContent(spoken(wanted, texts), "placed"),
    collision: (conflicts) =>
      refuseUnsaid(conflicts, (field) => filter.changes[field], { field: fieldWords, value: fieldValueWords }),
  });
  if (isRefusal(merged)) return merged;
  const { changes } = merged;
  // Checks the merged result: others' additions count too.
  const changed = Object.fromEntries(changes.map(({ field, to }) => [field, to]));
  const after = contentFromFields({ ...fieldsFromContent(filter), ...changed });
  const isSameWeight = changes.every(({ field }) => sieverOfField(field) === undefined);
  const tooMuch = isSameWeight ? undefined : weightProblem(spoken(filter, texts).sievers, spoken(after, texts).sievers);
  return refuseFields(tooMuch ? [tooMuch] : []) ?? changes.map((change) => eventOf(filterId, change));
};
