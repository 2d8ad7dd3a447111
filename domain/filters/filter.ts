import type { FinancialStatus, FulfillmentStatus, OrderFilterView, OrderStatus } from "../enumerations.ts";
import type { SieverCode } from "./sievers.ts";

/**
 * Values per siever, in the merchant's order; empty sievers are absent. Personal ones (personal.ts) are plaintext on
 * the wire and for validation and matching, and tokenized in all storage.
 */
export type SieverValues = { readonly [Code in SieverCode]?: readonly string[] };

/** The three statuses, with their wire names. */
export type FilterStatuses = {
  financial_status: FinancialStatus;
  fulfillment_status: FulfillmentStatus;
  order_status: OrderStatus;
};

/** The part of a filter that selects orders and lines. */
export type FilterConditions = FilterStatuses & { sievers: SieverValues };

/** The editable content of a filter (S-1.2.14). */
export type FilterContent = FilterConditions & { title: string };

/** `ordering`: 0..n-1 within its view. */
export type FilterFacts = FilterContent & { filterId: string; view: OrderFilterView; ordering: number };
