import { readFileSync } from "node:fs";
import { columnByKey } from "#domain/columns/catalogue.ts";
import type { Cell, CellContext, ColumnDefinition, GroupingName } from "#domain/columns/definition.ts";
import type { CustomColumn, ShownColumn } from "#domain/designs/design.ts";
import { ColumnCategory, ColumnType, Grouping, WorksheetSplitter } from "#domain/enumerations.ts";
import { localStatuses, localStatusLabels } from "#domain/local-status/labels.ts";
import type { Order } from "#domain/orders/order.ts";
import { createReport } from "#domain/reports/report.ts";
import { getCurrencyDecimals } from "#domain/text/currency-decimals.ts";
import { askedPart } from "./asked-part.ts";
import { deliveryDay, readOrders } from "./read-orders.ts";

type FixedShop = {
  shop: { adminUrl: string; ianaTimezone: string; currencyCode: string; weightUnit: string; locale: string };
  period: { from: string; to: string };
  /** The attribute that is chosen for a column. */
  chosen: Readonly<Record<string, string>>;
  /** The word that the shop has chosen for an order, by its id. */
  localStatuses: Readonly<Record<string, string>>;
};
const {
  shop,
  period,
  chosen: attributes,
  localStatuses: statusWords,
} = JSON.parse(readFileSync(new URL("shop.json", import.meta.url), "utf8")) as FixedShop;

const context: CellContext = {
  period,
  adminUrl: shop.adminUrl,
  ianaTimezone: shop.ianaTimezone,
  currencyDecimals: getCurrencyDecimals(shop.currencyCode),
  weightUnit: shop.weightUnit,
};

/** The fixed orders as a report gets them: newest first. */
export const newestFirst = readOrders().sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1));

const linesById = new Map(
  newestFirst.flatMap((order) =>
    order.lineItems.map((line, index) => {
      const variant = line.variant?.legacyResourceId ?? line.name;
      const day = deliveryDay(line, order);
      const names = {
        line: `${order.name}/${index + 1}`,
        variant,
        variantAndDay: day === null ? variant : `${variant}@${day}`,
        product: line.product?.legacyResourceId ?? line.title,
      };
      return [line.id, names] as const;
    }),
  ),
);
const orderNames = new Map(newestFirst.map(({ id, name }) => [id, name]));
const fulfillmentNames = new Map(
  newestFirst.flatMap(({ fulfillments }) => fulfillments.map(({ id, name }) => [id, name.split("-")[1] ?? ""])),
);

const naming = {
  title: "Row",
  category: ColumnCategory.Custom,
  type: ColumnType.Text,
  valueKind: "text",
  description: "Names the row.",
  note: "",
  slowGroup: -1,
  identifier: true,
  total: "none",
  fields: [],
} as const;

/** Columns of the tests' own that name the rows as the tables do. They ask for nothing but ids, which always come. */
const namingColumns: readonly ColumnDefinition[] = [
  {
    ...naming,
    key: "RowLine",
    level: "line",
    read: (line) => linesById.get(line.id)?.line,
    aggregate: { Orders: "line", Fulfillments: "line" },
  },
  {
    ...naming,
    key: "RowFulfillment",
    level: "fulfillment",
    read: (fulfillment) => fulfillmentNames.get(fulfillment.id),
    aggregate: { Fulfillments: "fulfillment" },
  },
  {
    ...naming,
    key: "RowOrder",
    level: "order",
    read: (order) => orderNames.get(order.id),
    aggregate: { OnePerOrder: "order" },
  },
  {
    ...naming,
    key: "RowVariant",
    level: "line",
    read: (line) => linesById.get(line.id)?.variant,
    aggregate: { ProductVariants: "first" },
  },
  {
    ...naming,
    key: "RowProduct",
    level: "line",
    read: (line) => linesById.get(line.id)?.product,
    aggregate: { ProductCombined: "first" },
  },
  {
    ...naming,
    key: "RowBundle",
    level: "line",
    read: (line) => linesById.get(line.id)?.line,
    aggregate: { BundleAndCustomizer: "first" },
  },
  {
    ...naming,
    key: "RowVariantAndDay",
    level: "line",
    read: (line) => linesById.get(line.id)?.variantAndDay,
    aggregate: { MassConstructionMealPrep: "first" },
  },
];
const columnsWithNames = new Map([...columnByKey, ...namingColumns.map((column) => [column.key, column] as const)]);

/** A cell as the tables write it. */
export const cellText = (cell: Cell): string => {
  if (cell === null) return "";
  switch (cell.kind) {
    case "text":
      return cell.text;
    case "number":
      return cell.decimal;
    case "datetime":
      return cell.instant;
    case "datetimes":
      return cell.instants.join(", ");
    default:
      return cell.urls.join(" ");
  }
};

/** `#1021/3` and `F2` make `#1021/F2/3`. */
const nameOf = (names: readonly string[]): string => {
  const [first = "", fulfillment] = names;
  return fulfillment === undefined ? first : first.replace("/", `/${fulfillment}/`);
};

/** Adds the shop's local status to an order, if the report requests it. */
const withStatus = (order: Order): Order => {
  const status = localStatuses.find((one) => localStatusLabels[one] === statusWords[order.id]);
  return status === undefined ? order : { ...order, localStatus: status };
};

export type FixedRow = { name: string; order: string | null; cell: Cell };

/** A column as the fixed shop shows it: with its attribute, where one is chosen. */
export const chosen = (column: string): ShownColumn => {
  const name = attributes[column];
  const category = columnByKey.get(column)?.takes?.[0];
  const custom = name === undefined ? undefined : ({ category, name } as CustomColumn);
  return { column, title: null, width: null, format: null, ...(custom && { custom }) };
};

/**
 * The rows of a report of one column over the fixed orders, with nothing in the orders but what the column asks for. `watched`: each order
 * as the report is to see it.
 * @throws {Error} two rows have one name
 */
export const fixedReport = async (
  column: ColumnDefinition,
  grouping: GroupingName,
  watched: (order: Order) => Order = (order) => order,
): Promise<FixedRow[]> => {
  const names = namingColumns.filter(({ aggregate }) => aggregate[grouping] !== undefined).map(({ key }) => key);
  const report = createReport({
    design: {
      grouping: Grouping[grouping],
      columns: [...names, column.key].map(chosen),
      sortedBy: null,
      splitter: WorksheetSplitter.None,
    },
    columnByKey: columnsWithNames,
    context,
    locale: shop.locale,
  });
  const rows: FixedRow[] = [];
  const take = (cells: readonly Cell[], order: string | null) =>
    rows.push({ name: nameOf(cells.slice(0, names.length).map(cellText)), order, cell: cells[names.length] ?? null });
  for (const fixed of newestFirst) {
    const asked = askedPart<Order>(fixed, report.fields);
    const order = watched(report.readsLocalStatus ? withStatus(asked) : asked);
    for (const { cells } of await report.add(order, order.lineItems ?? [])) take(cells, fixed.name);
  }
  for (const sheet of await report.sheets()) for await (const { cells } of sheet.rows()) take(cells, null);
  const seen = new Set(rows.map(({ name }) => name));
  if (seen.size !== rows.length) throw new Error(`Rows of ${column.key} in ${grouping} share a name.`);
  return rows;
};
