import { open } from "node:fs/promises";
import type { PeopleHash } from "#application/people/people-hash.ts";
import type { ReportRow } from "#application/writing/writer.ts";
import type { Cell } from "#domain/columns/definition.ts";
import { describeReport } from "#domain/export/report-description.ts";
import { lineFulfillmentLabel } from "#domain/orders/fulfillment-status.ts";
import type { LineItem, Order } from "#domain/orders/order.ts";
import { parseIdNumber } from "#domain/orders/parse-id-number.ts";
import { weightIn } from "#domain/orders/weight.ts";
import { toCanonicalDecimal } from "#domain/text/decimal.ts";
import type { PartWriter } from "#infra/ports/stores/file-store.ts";
import { parseLineHead } from "#infra/store-platform/bulk/line-head.ts";
import { compileInput } from "../../exporter/attempt/compile-input.ts";
import { createWriter } from "../../exporter/create-writer.ts";
import type { RowHash } from "../../exporter/rows/row-hash.ts";
import { input } from "./bulk-input.ts";

const text = (value: string | null | undefined): Cell => (value ? { kind: "text", text: value } : null);
const datetime = (instant: string | null | undefined): Cell => (instant ? { kind: "datetime", instant } : null);
const number = (value: string | number | null | undefined): Cell =>
  value === null || value === undefined ? null : { kind: "number", decimal: toCanonicalDecimal(`${value}`) };

/** A function of the rows of an order: its own cells are made once, for the columns of bulk-input.ts and nothing else. */
const createRowsOf = ({ adminUrl, weightUnit }: { adminUrl: string; weightUnit: string }) => {
  return (order: Order, lines: readonly LineItem[]): ReportRow[] => {
    const { shippingAddress: to } = order;
    const [name, customer] = [text(order.name), text(order.customer?.displayName)];
    const [email, phone] = [text(order.email), text(order.phone)];
    const [created, processed] = [datetime(order.createdAt), datetime(order.processedAt)];
    const [financial, currency] = [text(order.displayFinancialStatus?.toLowerCase()), text(order.currencyCode)];
    const subtotal = number(order.subtotalPriceSet?.shopMoney.amount);
    const shipping = number(order.totalShippingPriceSet?.shopMoney.amount);
    const tax = number(order.totalTaxSet?.shopMoney.amount);
    const total = number(order.totalPriceSet?.shopMoney.amount);
    const [note, tags] = [text(order.note), text(order.tags?.join(", "))];
    const [address, city] = [text(to?.address1), text(to?.city)];
    const [zip, country, channel] = [text(to?.zip), text(to?.country), text(order.attribution?.displayName)];
    const url: Cell = { kind: "link", urls: [`${adminUrl}/orders/${order.legacyResourceId}`] };
    return lines.map((line, at) => ({
      orderKey: order.id,
      startsOrder: at === 0,
      cells: [
        name,
        created,
        customer,
        email,
        phone,
        financial,
        text(lineFulfillmentLabel(line)),
        currency,
        at === 0 ? subtotal : null,
        at === 0 ? shipping : null,
        at === 0 ? tax : null,
        at === 0 ? total : null,
        note,
        tags,
        text(line.title),
        text(line.variantTitle === "Default Title" ? null : line.variantTitle),
        text(line.sku),
        text(line.variant?.barcode),
        number(line.quantity),
        number(line.originalUnitPriceSet?.shopMoney.amount),
        number(line.originalTotalSet?.shopMoney.amount),
        number(weightIn(weightUnit, line.weight)),
        processed,
        address,
        city,
        zip,
        country,
        url,
        text(line.vendor),
        channel,
      ],
    }));
  };
};

/** An order's own text, and those of its lines, whose parent ends them. */
type Waiting = { own: string; below: string[] };

const parsed = ({ own, below }: Waiting): [Order, LineItem[]] => [
  JSON.parse(own),
  below.map((text) => JSON.parse(`${text.slice(0, text.lastIndexOf(',"__parentId"'))}}`)),
];

/** Calls `take` with every order of a file and its lines when no more of them can come: after so many other orders. */
const readOrders = async (path: string, take: (order: Order, lines: LineItem[]) => Promise<void>): Promise<void> => {
  const within = 250;
  const handle = await open(path);
  const bytes = Buffer.allocUnsafeSlow(524_288);
  const waiting = new Map<number, Waiting>();
  let filled = 0;
  for (;;) {
    const { bytesRead } = await handle.read(bytes, filled, 262_144);
    if (bytesRead === 0) break;
    filled += bytesRead;
    let start = 0;
    for (let end = bytes.indexOf(10); end >= 0 && end < filled; end = bytes.indexOf(10, start)) {
      const { kind, number } = parseLineHead({ bytes, start, end });
      const text = bytes.toString("utf8", start, end);
      if (kind === "order") waiting.set(number, { own: text, below: [] });
      else waiting.get(number)?.below.push(text);
      start = end + 1;
    }
    bytes.copyWithin(0, start, filled);
    filled -= start;
    for (const [number, order] of waiting) {
      if (waiting.size <= within) break;
      await take(...parsed(order));
      waiting.delete(number);
    }
  }
  for (const order of waiting.values()) await take(...parsed(order));
  await handle.close();
};

/**
 * The least that the cells of the same report, the hashes of its rows and its people take beside parsing and the writer: one loop by hand that
 * knows this report and this file alone. It looks at nothing, bounds nothing, filters nothing, can be neither canceled nor asked how far it is.
 * Returns the rows; the Excel file has the same bytes.
 */
export const straight = async (
  path: string,
  parts: Record<"file" | "rows" | "people", PartWriter>,
  { rowHash, peopleHash }: { rowHash: RowHash; peopleHash: PeopleHash },
): Promise<number> => {
  const { report } = compileInput(input);
  const rowsOf = createRowsOf({ adminUrl: input.shop.adminUrl, weightUnit: input.shop.weightUnit });
  const writer = createWriter(input, parts.file);
  const { columns, split } = report;
  await writer.begin({ title: input.design.title, columns, about: describeReport(input), split });
  const sheet = await writer.beginSheet({ name: null });
  const held = { rows: rowHash.keyMark, people: peopleHash({ kind: "key", value: "" }) };
  const write = async (kind: "rows" | "people", least: number) => {
    if (held[kind].length < least) return;
    const bytes = Buffer.from(held[kind], "hex");
    held[kind] = "";
    await parts[kind].write(bytes);
  };
  let [orders, count] = [0, 0];
  await readOrders(path, async (order, lines) => {
    orders += 1;
    held.people += peopleHash({ kind: "order", value: parseIdNumber(order.id) });
    if (order.customer) held.people += peopleHash({ kind: "customer", value: parseIdNumber(order.customer.id) });
    if (order.email) held.people += peopleHash({ kind: "email", value: order.email });
    const other = order.customer?.defaultEmailAddress?.emailAddress;
    if (other && other !== order.email) held.people += peopleHash({ kind: "email", value: other });
    const rows = rowsOf(order, lines);
    for (const row of rows) held.rows += rowHash.of(row, null);
    count += rows.length;
    await sheet.rows(rows);
    await write("rows", 131_072);
    await write("people", 32_768);
  });
  await sheet.end({ orders });
  await writer.end();
  await write("rows", 0);
  await write("people", 0);
  return count;
};
