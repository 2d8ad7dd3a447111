import { styled } from "@mui/material/styles";
import { type KeyboardEvent, type MouseEvent, useRef, useState } from "react";
import type { SelectableOrder } from "#domain/wire/filters/orders.ts";
import { OrderRow } from "./order-row.tsx";
import { gridStyles } from "./orders-grid-styles.ts";
import { rowAfterKey } from "./selection.ts";

const Grid = styled("table")(gridStyles);

const headings = ["#Order", "Date", "Customer", "Financial", "Fulfillment", "Price"];

type OrdersGridProps = {
  orders: readonly SelectableOrder[];
  chosen: ReadonlySet<string>;
  onToggle: (id: string) => void;
  isBusy: boolean;
};

const rowOf = (target: EventTarget): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>("[data-index]") : null;

/**
 * The table of orders. A click, Space or Enter toggles a row, arrow keys move between them. On a phone a row is a card.
 */
export const OrdersGrid = ({ orders, chosen, onToggle, isBusy }: OrdersGridProps) => {
  const grid = useRef<HTMLTableElement>(null);
  const [active, setActive] = useState(0);
  const reachable = Math.min(active, orders.length - 1);

  const toggle = (row: HTMLElement | null) => {
    const index = Number(row?.dataset.index ?? Number.NaN);
    const order = orders[index];
    if (order === undefined) return;
    setActive(index);
    onToggle(order.Id);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const row = rowOf(event.target);
    if (row === null || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === " " || event.key === "Enter") {
      event.preventDefault();
      return toggle(row);
    }
    const index = rowAfterKey(event.key, Number(row.dataset.index), orders.length);
    if (index === null) return;
    event.preventDefault();
    setActive(index);
    grid.current?.querySelector<HTMLElement>(`[data-index="${index}"]`)?.focus();
  };

  return (
    <Grid
      ref={grid}
      role="grid"
      aria-label="Orders to choose from"
      aria-multiselectable="true"
      aria-busy={isBusy}
      onClick={(event: MouseEvent) => toggle(rowOf(event.target))}
      onKeyDown={onKeyDown}
    >
      <thead>
        <tr className="head">
          {headings.map((heading) => (
            <th key={heading} scope="col" className={heading.replace("#", "").toLowerCase()}>
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {orders.map((order, index) => (
          <OrderRow
            key={order.Id}
            order={order}
            index={index}
            selected={chosen.has(order.Id)}
            reachable={index === reachable}
          />
        ))}
      </tbody>
    </Grid>
  );
};
