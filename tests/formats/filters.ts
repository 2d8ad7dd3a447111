import { FinancialStatus, FulfillmentStatus, OrderStatus } from "#domain/enumerations.ts";
import type { FilterConditions } from "#domain/filters/filter.ts";

const everything: FilterConditions = {
  financial_status: FinancialStatus.any,
  fulfillment_status: FulfillmentStatus.any,
  order_status: OrderStatus.any,
  sievers: {},
};

/** Filters that keep whole orders and single lines; null means no filter. */
export const filters = {
  "no filter": null,
  "paid orders": { ...everything, financial_status: FinancialStatus.has_paid },
  "lines of some vendors": { ...everything, sievers: { 3000: ["!Aster"], 2003: ["1", "2"] } },
} as const satisfies Readonly<Record<string, FilterConditions | null>>;

export type FilterName = keyof typeof filters;
export const filterNames = Object.keys(filters) as FilterName[];
