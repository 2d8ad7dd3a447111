import { FinancialStatus, FulfillmentStatus, OrderStatus } from "../../enumerations.ts";
import type { FilterConditions, FilterStatuses } from "../filter.ts";
import { sieverValues } from "../siever-values.ts";
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

/** Whether a filter asks for nothing. */
export const keepsEverything = (conditions: FilterConditions): boolean =>
  isAnyStatus(conditions) && sievers.every(({ code }) => (conditions.sievers[code] ?? []).length === 0);

/** of orders that were chosen one by one, only the conditions on lines apply. */
export const lineConditionsOf = ({ sievers: held }: FilterConditions): FilterConditions => ({
  ...anyStatus,
  sievers: sieverValues(
    sievers.flatMap(({ code, level }) => (level === "line" && held[code] ? [[code, held[code]] as const] : [])),
  ),
});
