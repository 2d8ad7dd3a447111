import type { DemoOrder } from "#demo-store/generate/types.ts";
import type { FilterConditions } from "#domain/filters/filter.ts";
import { filterFields } from "./filter-fields.ts";
import { accepting, type Moment, type Standing } from "./filter-values.ts";
import { fieldOf, keepsStatuses, sieversOf } from "./filters.ts";

/**
 * The same answers as `filters.ts`, fast enough for thousands of filters over thousands of orders. Each field is read
 * once, and each different content is judged once per siever.
 */
export type FilterTable = {
  /** `orders[n]`: kept by its order-level conditions; `lines[n]`: a bit per line of all orders in turn. */
  judge(filter: FilterConditions): { orders: Uint8Array; lines: Uint8Array };
  /** Place of the first line of order n among all lines; one more for the end. */
  firstLine: Uint32Array;
};

/** Different contents of one field, and which of them each order or line has. */
type Column = { contents: Standing[]; placeOf: Uint32Array };

const columnOf = (standings: Iterable<Standing>, count: number): Column => {
  const places = new Map<string, number>();
  const contents: Standing[] = [];
  const placeOf = new Uint32Array(count);
  let at = 0;
  for (const standing of standings) {
    const key = JSON.stringify(standing);
    let place = places.get(key);
    if (place === undefined) {
      place = contents.push(standing) - 1;
      places.set(key, place);
    }
    placeOf[at++] = place;
  }
  return { contents, placeOf };
};

export const createFilterTable = (orders: readonly DemoOrder[], moment: Moment): FilterTable => {
  const { zone } = moment;
  const firstLine = new Uint32Array(orders.length + 1);
  for (const [place, order] of orders.entries())
    firstLine[place + 1] = (firstLine[place] ?? 0) + order.lineItems.length;
  const lineCount = firstLine[orders.length] ?? 0;
  const columns = new Map(
    Object.entries(filterFields).map(([code, field]) => [
      Number(code),
      field.level === "order"
        ? columnOf(
            orders.map((order) => field.read(order, zone)),
            orders.length,
          )
        : columnOf(
            orders.flatMap((order) => order.lineItems.map((line) => field.read(order, line, zone))),
            lineCount,
          ),
    ]),
  );

  const narrow = (kept: Uint8Array, code: number, values: readonly string[]): void => {
    const column = columns.get(code);
    if (!column) throw new Error(`The expectation knows no siever ${code}.`);
    const accepted = column.contents.map(accepting(values, moment));
    for (let place = 0; place < kept.length; place++) {
      if (kept[place] === 1 && !accepted[column.placeOf[place] ?? 0]) kept[place] = 0;
    }
  };

  return {
    firstLine,
    judge(filter) {
      const keptOrders = Uint8Array.from(orders, (order) => (keepsStatuses(filter, order) ? 1 : 0));
      const keptLines = new Uint8Array(lineCount).fill(1);
      for (const [code, values] of sieversOf(filter))
        narrow(fieldOf(code).level === "order" ? keptOrders : keptLines, code, values);
      return { orders: keptOrders, lines: keptLines };
    },
  };
};
