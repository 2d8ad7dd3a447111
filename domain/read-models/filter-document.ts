import { toSieverField } from "../filters/fields.ts";
import type { FilterFacts } from "../filters/filter.ts";
import { createSieverValues } from "../filters/siever-values.ts";
import { sievers } from "../filters/sievers.ts";
import type { FilterContentDocument, FilterDocument } from "./documents.ts";

/** Builds a filter from its two documents in `filters`. Sievers without values are absent. */
export const filterOfDocuments = (
  { filterId, view, ordering }: Pick<FilterDocument, "filterId" | "view" | "ordering">,
  content: FilterContentDocument,
): FilterFacts => {
  const { title, financial_status, fulfillment_status, order_status } = content;
  const held = sievers.flatMap(({ code }) => {
    const values = content[toSieverField(code)];
    return values && values.length > 0 ? [[code, values] as const] : [];
  });
  return {
    filterId,
    view,
    ordering,
    title,
    financial_status,
    fulfillment_status,
    order_status,
    sievers: createSieverValues(held),
  };
};
