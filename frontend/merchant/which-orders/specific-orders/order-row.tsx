import { memo } from "react";
import type { SelectableOrder } from "#domain/wire/filters/orders.ts";
import { orderFulfillmentText, orderStatusText } from "./selection.ts";

type OrderRowProps = {
  order: SelectableOrder;
  index: number;
  selected: boolean;
  /** The only row that Tab reaches; arrow keys move from there. */
  reachable: boolean;
};

/** One order. Plain elements with one class each, as there are 250 of them; only changed rows render again. */
export const OrderRow = memo(({ order, index, selected, reachable }: OrderRowProps) => (
  <tr className="row" aria-selected={selected} data-index={index} tabIndex={reachable ? 0 : -1}>
    <td className="name">{order.Name}</td>
    <td className="date">{order.Date}</td>
    <td className="customer">{order.Customer || <span className="none">no customer</span>}</td>
    <td className="financial">{orderStatusText(order.Financial)}</td>
    <td className="fulfillment">{orderFulfillmentText(order.Fulfillment)}</td>
    <td className="price">{order.Price}</td>
  </tr>
));
OrderRow.displayName = "OrderRow";
