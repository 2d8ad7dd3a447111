import { refuseConflictsWithoutWanted } from "../../core/conflict.ts";
import { isRefusal } from "../../core/decider.ts";
import { refuseFields } from "../../core/field-problem.ts";
import type { Intent } from "../../core/intent.ts";
import { sizeProblem } from "../../filters/compile/size-limit.ts";
import { type FilterFields, findSieverByField, toFilterContent, toFilterFields } from "../../filters/fields.ts";
import { detokenize } from "../../filters/personal.ts";
import { validateFilterContent } from "../../filters/validate.ts";
import { normalizeTitle } from "../../text/titles.ts";
import type { WorkspaceEvent } from "../events.ts";
import type { CommandOf, Decision } from "../item-kind.ts";
import { findItem } from "../items.ts";
import { mergeEdit } from "../merge-edit.ts";
import { refuseUnknown } from "../refusals.ts";
import type { WorkspaceState } from "../state.ts";
import { describeFilterFieldValue, filterFieldLabel } from "./filter-text.ts";
import { filterKind } from "./filters.ts";

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
      const siever = findSieverByField(field);
      if (siever === undefined) throw new TypeError(`${field} isn't a field of a filter. Name a siever's field.`);
      return {
        type: "FilterSieverChanged",
        data: { filterId, siever: siever.code, from: [...from], to: [...to] },
      };
    }
  }
};

/**
 * Edits field by field (D-4). Compares tokenized values, validates plaintext. A refusal must not contain the input (ADR
 * 21).
 */
export const updateFilter = (
  { filterId, base, wanted: submitted, texts }: Omit<CommandOf<"UpdateFilter">, "context">,
  state: WorkspaceState,
): Decision => {
  const filter = findItem(filterKind, state, filterId);
  if (!filter) return refuseUnknown(filterKind.name);
  const merged = mergeEdit({
    base: toFilterFields(base),
    submitted: toFilterFields({ ...submitted, title: normalizeTitle(submitted.title) }),
    current: toFilterFields(filter),
    problems: validateFilterContent(detokenize(submitted, texts), "placed"),
    refuseConflicts: (conflicts) =>
      refuseConflictsWithoutWanted(conflicts, (field) => filter.changes[field], {
        field: filterFieldLabel,
        value: describeFilterFieldValue,
      }),
  });
  if (isRefusal(merged)) return merged;
  const { changes } = merged;
  // Others' additions count too.
  const changed = Object.fromEntries(changes.map(({ field, to }) => [field, to]));
  const after = toFilterContent({ ...toFilterFields(filter), ...changed });
  const isSameWeight = changes.every(({ field }) => findSieverByField(field) === undefined);
  const tooMuchOutput = isSameWeight
    ? undefined
    : sizeProblem(detokenize(filter, texts).sievers, detokenize(after, texts).sievers);
  return refuseFields(tooMuchOutput ? [tooMuchOutput] : []) ?? changes.map((change) => eventOf(filterId, change));
};
