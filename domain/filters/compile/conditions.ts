import { FinancialStatus, FulfillmentStatus, OrderStatus } from "../../enumerations.ts";
import type { FilterConditions, FilterStatuses } from "../filter.ts";
import { createSieverValues } from "../siever-values.ts";
import { sievers } from "../sievers.ts";

export const anyStatus: FilterStatuses = {
  financial_status: FinancialStatus.any,
  fulfillment_status: FulfillmentStatus.any,
  order_status: OrderStatus.any,
};

export const isAnyStatus = ({ financial_status, fulfillment_status, order_status }: FilterStatuses): boolean =>
  financial_status === FinancialStatus.any &&
  fulfillment_status === FulfillmentStatus.any &&
  order_status === OrderStatus.any;

/** True if a filter has no conditions. */
export const hasNoConditions = (conditions: FilterConditions): boolean =>
  isAnyStatus(conditions) && sievers.every(({ code }) => (conditions.sievers[code] ?? []).length === 0);

/** only line conditions apply to individually chosen orders. */
export const pickLineConditions = ({ sievers: held }: FilterConditions): FilterConditions => ({
  ...anyStatus,
  sievers: createSieverValues(
    sievers.flatMap(({ code, level }) => (level === "line" && held[code] ? [[code, held[code]] as const] : [])),
  ),
});
