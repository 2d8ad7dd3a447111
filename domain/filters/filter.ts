import type { FinancialStatus, FulfillmentStatus, OrderFilterView, OrderStatus } from "../enumerations.ts";
import type { SieverCode } from "./sievers.ts";

/**
 * Values of each siever that has some, in the order the merchant gave; a siever without values is absent. Those of personal sievers are
 * either spoken or kept (personal.ts): spoken on the wire and wherever they are judged or compared with orders, kept in everything that
 * is stored.
 */
export type SieverValues = { readonly [Code in SieverCode]?: readonly string[] };

/** The three statuses under their wire names. */
export type FilterStatuses = {
  financial_status: FinancialStatus;
  fulfillment_status: FulfillmentStatus;
  order_status: OrderStatus;
};

/** What chooses orders and lines: everything of a filter but its name and place. */
export type FilterConditions = FilterStatuses & { sievers: SieverValues };

/** What a merchant edits of a filter (S-1.2.14). */
export type FilterContent = FilterConditions & { title: string };

/** A filter with its identity. `ordering` counts 0..n-1 within its view. */
export type FilterFacts = FilterContent & { filterId: string; view: OrderFilterView; ordering: number };
