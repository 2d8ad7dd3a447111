import { memo } from "react";
import type { SelectableOrder } from "#domain/wire/orders.ts";
import { statusWords } from "./selection.ts";

type OrderRowProps = {
  order: SelectableOrder;
  index: number;
  selected: boolean;
  /** The one row that the Tab key reaches; arrows move from there. */
  reachable: boolean;
};

/** One order. Plain elements and one class each, so that 250 of them cost little; only rows that change are drawn anew. */
export const OrderRow = memo(({ order, index, selected, reachable }: OrderRowProps) => (
  // biome-ignore lint/a11y/useFocusableInteractive: it has a tabIndex.
  <div
    role="row"
    className="row"
    aria-selected={selected}
    aria-rowindex={index + 2}
    data-index={index}
    tabIndex={reachable ? 0 : -1}
  >
    <span className="mark" aria-hidden="true" />
    <span role="gridcell" className="name">
      {order.Name}
    </span>
    <span role="gridcell" className="date">
      {order.Date}
    </span>
    <span role="gridcell" className="customer">
      {order.Customer || <span className="none">no customer</span>}
    </span>
    <span role="gridcell" className="financial">
      {statusWords(order.Financial)}
    </span>
    <span role="gridcell" className="fulfillment">
      {statusWords(order.Fulfillment)}
    </span>
    <span role="gridcell" className="price">
      {order.Price}
    </span>
  </div>
));
OrderRow.displayName = "OrderRow";
