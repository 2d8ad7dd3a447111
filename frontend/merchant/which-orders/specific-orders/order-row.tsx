import { memo } from "react";
import { financialWord, fulfillmentWord } from "#domain/orders/status-words.ts";
import type { SelectableOrder } from "#domain/wire/filters/orders.ts";

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
    <td className="financial">{financialWord(order.Financial)}</td>
    <td className="fulfillment">{fulfillmentWord(order.Fulfillment)}</td>
    <td className="price">{order.Price}</td>
  </tr>
));
OrderRow.displayName = "OrderRow";
