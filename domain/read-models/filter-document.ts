import { sieverField } from "../filters/fields.ts";
import type { FilterFacts } from "../filters/filter.ts";
import { sievers } from "../filters/sievers.ts";
import type { FilterDocument } from "./documents.ts";

/** The filter that a document of the collection `filters` shows, its sievers together; one without values is absent. */
export const filterOfDocument = (document: FilterDocument): FilterFacts => {
  const { filterId, view, ordering, title, financial_status, fulfillment_status, order_status } = document;
  const held = sievers.flatMap(({ code }) => {
    const values = document[sieverField(code)];
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
    sievers: Object.fromEntries(held),
  };
};
