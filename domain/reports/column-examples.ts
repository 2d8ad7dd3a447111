import { isAmount } from "../columns/amounts.ts";
import { catalogue, columnByKey } from "../columns/catalogue.ts";
import type { ColumnDefinition } from "../columns/definition.ts";
import { ColumnType, Grouping, WorksheetSplitter } from "../enumerations.ts";
import { isAllowed } from "../groupings/allowed.ts";
import { formatNumber } from "../number-formats/format-number.ts";
import type { Order } from "../orders/order.ts";
import { sampleOrders } from "../sample-orders/sample-orders.ts";
import { defaultPreferences } from "../shop/preferences.ts";
import { shortenText } from "../text/shorten-text.ts";
import { createPreview } from "./preview.ts";

/** Longest example, with its `…`. */
export const maxExampleLength = 40;

/** A fixed time, so that every process makes the same examples. */
const now = "2026-03-02T12:00:00Z";
const storeUrl = "https://your-store.example";

/** Pictures have addresses, which show nothing. */
const hasExample = ({ type }: ColumnDefinition): boolean => type !== ColumnType.Image;

const shopNumbers = { moneyFormat: "", currencyCode: "USD", primaryLocale: "en" };

/** The designer shows amounts with all decimals, and each example on one line. */
const toExample = (column: string, cell: string): string => {
  if (isAmount(column)) return formatNumber(cell, null, shopNumbers, { amounts: true }).text;
  return shortenText(cell.trim().replaceAll(/\s*[\r\n]+\s*/g, ", "), maxExampleLength - 1);
};

/** The first cell with content. 0 says little, so it comes last. */
const pickCell = (cells: readonly (string | null | undefined)[]): string | undefined => {
  const filled = cells.filter((cell) => typeof cell === "string").filter((cell) => cell.trim() !== "");
  return filled.find((cell) => cell !== "0") ?? filled[0];
};

/** Finds a cell with content for each allowed column. */
const findCells = async (
  columns: readonly ColumnDefinition[],
  grouping: Grouping,
  orders: readonly Order[],
): Promise<ReadonlyMap<string, string>> => {
  const keys = columns.filter((column) => isAllowed(column, grouping)).map(({ key }) => key);
  const preview = createPreview({
    design: {
      grouping,
      splitter: WorksheetSplitter.None,
      sortedBy: null,
      columns: keys.map((column) => ({ column, title: null, width: null, format: null })),
    },
    columnByKey,
    context: {
      period: { from: null, to: now },
      adminUrl: `${storeUrl}/admin`,
      ianaTimezone: "UTC",
      currencyDecimals: 2,
      weightUnit: "KILOGRAMS",
    },
    locale: "en",
    preferences: defaultPreferences,
  });
  for (const order of orders) await preview.add(order, order.lineItems ?? []);
  const { sheets } = await preview.end();
  const rows = sheets.flatMap((sheet) => sheet.rows);
  const found = new Map<string, string>();
  for (const [index, key] of preview.columns.entries()) {
    const cell = pickCell(rows.map(({ cells }) => cells[index]));
    if (cell !== undefined) found.set(key, cell);
  }
  return found;
};

/** Maps column keys to examples from made-up orders. Columns that are empty there have none. */
export const findColumnExamples = async (): Promise<ReadonlyMap<string, string>> => {
  const orders = sampleOrders({
    seed: "examples",
    currencyCode: shopNumbers.currencyCode,
    // Only then do orders have second and third taxes.
    taxesIncluded: false,
    storeUrl,
    picturesUrl: `${storeUrl}/pictures`,
    now,
  });
  const examples = new Map<string, string>();
  for (const grouping of [Grouping.Orders, Grouping.Fulfillments]) {
    const missing = catalogue.filter((column) => hasExample(column) && !examples.has(column.key));
    for (const [key, cell] of await findCells(missing, grouping, orders)) examples.set(key, toExample(key, cell));
  }
  return examples;
};
