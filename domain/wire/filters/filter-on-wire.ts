import type { Refusal } from "../../core/decider.ts";
import { refuseField } from "../../core/field-problem.ts";
import { toSieverField } from "../../filters/fields.ts";
import type { FilterContent, FilterFacts, SieverValues } from "../../filters/filter.ts";
import { createSieverValues } from "../../filters/siever-values.ts";
import { formatSieverLabel, type SieverCode, sieverByCode } from "../../filters/sievers.ts";
import { findSieverProblem } from "../../filters/validate.ts";
import type { Filter, FilterItem, UpdateFilterPayload } from "./filters.ts";

/** Returns a filter for lists. */
export const filterItemOf = ({
  filterId,
  title,
  ordering,
  view,
}: Pick<FilterFacts, "filterId" | "title" | "ordering" | "view">): FilterItem => ({
  id: filterId,
  title,
  ordering,
  order_filter_view: view,
});

/** Returns a full filter. */
export const filterOnWire = (filter: FilterFacts): Filter => ({
  ...filterItemOf(filter),
  financial_status: filter.financial_status,
  fulfillment_status: filter.fulfillment_status,
  order_status: filter.order_status,
  OrderSievers: Object.entries(filter.sievers)
    .filter(([, values]) => values.length > 0)
    .map(([code, values]) => ({ Field: Number(code), Filter: [...values] })),
});

/** Picks the fields that a merchant edits. */
export const pickFilterContent = (filter: FilterContent): FilterContent => ({
  title: filter.title,
  financial_status: filter.financial_status,
  fulfillment_status: filter.fulfillment_status,
  order_status: filter.order_status,
  sievers: filter.sievers,
});

const fieldError = (code: number, message: string): Refusal => refuseField({ field: toSieverField(code), message });

const sieversOf = (list: UpdateFilterPayload["OrderSievers"]): SieverValues | Refusal => {
  const valuesByCode = new Map<SieverCode, readonly string[]>();
  const seen = new Set<number>();
  for (const { Field, Filter } of list) {
    const siever = sieverByCode.get(Field);
    if (!siever) return fieldError(Field, findSieverProblem(Field, []) ?? "");
    if (seen.has(Field))
      return fieldError(
        Field,
        `${formatSieverLabel(siever)}: the field was sent twice. Send it once, with all values.`,
      );
    seen.add(Field);
    if (Filter.length > 0) valuesByCode.set(siever.code, Filter);
  }
  return createSieverValues(valuesByCode);
};

/** Refuses unknown and duplicate fields. */
export const contentFromWire = (sent: UpdateFilterPayload): FilterContent | Refusal => {
  const sievers = sieversOf(sent.OrderSievers);
  if ("refused" in sievers) return sievers;
  const { title, financial_status, fulfillment_status, order_status } = sent;
  return { title, financial_status, fulfillment_status, order_status, sievers };
};
