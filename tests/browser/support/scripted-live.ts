import type { z } from "zod";
import { LocalStatus } from "#domain/enumerations.ts";
import { localStatuses, localStatusLabels } from "#domain/local-status/labels.ts";
import type { LocalStatusPayload } from "#domain/wire/reports/local-status.ts";
import type { UserOrderFilters } from "#domain/wire/reports/reporting.ts";
import { reportsWithFilters } from "./filtered-reports.ts";
import type { Script, Scripted } from "./scripted-api.ts";

/** An order of a scripted store. */
export type LiveOrder = { id: string; name: string; customer: string; quantity: number };

export const liveOrder = (number: number, change: Partial<LiveOrder> = {}): LiveOrder => ({
  id: `${5_000_000 + number}`,
  name: `#${number}`,
  customer: `Customer ${number}`,
  quantity: 1 + (number % 4),
  ...change,
});

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

const list = ({ id, name }: LiveOrder, status: LocalStatus): string => {
  const options = localStatuses.map(
    (one) => `<option value="${one}"${one === status ? " selected" : ""}>${localStatusLabels[one]}</option>`,
  );
  return `<select data-order="${id}" data-status="${status}" aria-label="Local status of ${name}">${options.join("")}</select>`;
};

const rowsOf = (order: LiveOrder, status: LocalStatus, place: number, hasStatuses: boolean): string[] => {
  const lines = ["Olive oil", "Linen towel"].slice(0, order.quantity > 2 ? 2 : 1);
  return lines.map((product, line) => {
    const ground = status === LocalStatus.none ? (place % 2 === 1 ? "alt" : "") : `s${status}`;
    const cells = [
      `<td>${escaped(order.name)}</td>`,
      `<td>${escaped(order.customer)}</td>`,
      `<td>${product}</td>`,
      `<td class="n">${order.quantity}</td>`,
      ...(hasStatuses ? [`<td class="l">${list(order, status)}</td>`] : []),
    ];
    const print = `${order.customer}.${order.quantity}.${status}`;
    return `<tr class="${ground}" data-key="${order.id}.${line}" data-print="${escaped(print)}" data-order="${order.id}">${cells.join("")}</tr>`;
  });
};

const allHeads = ["Order number", "Customer", "Product", "Quantity", "Local status"];

type Answered = {
  orders: readonly LiveOrder[];
  statuses: ReadonlyMap<string, LocalStatus>;
  hasStatuses: boolean;
  gatheredAt: string;
};

/** Makes a live report's answer. `more`: the rest of it. */
const liveHtml = ({ orders, statuses, hasStatuses, gatheredAt }: Answered, more = ""): string => {
  const rows = orders.flatMap((order, place) =>
    rowsOf(order, statuses.get(order.id) ?? LocalStatus.none, place, hasStatuses),
  );
  const heads = hasStatuses ? allHeads : allHeads.slice(0, -1);
  const bodies: string[] = [];
  for (let at = 0; at < rows.length; at += 100) bodies.push(`<tbody>${rows.slice(at, at + 100).join("\n")}</tbody>`);
  // The last one is as wide as its title and words, not its lists.
  const tracks = heads
    .map((_head, at) => (at === allHeads.length - 1 ? "minmax(72px,96fr)" : "minmax(120px,160fr)"))
    .join(" ");
  const properties = `--wide:${tracks};--wide-least:552px;--fit:${tracks};--fit-least:552px;--print-zoom:1`;
  const facts = `data-gathered-at="${gatheredAt}" data-orders="${orders.length}" data-rows="${rows.length}" data-limit="1000" data-more="${orders.length >= 1_000}" data-columns="${heads.length}" data-local-status="${hasStatuses ? "shown" : "missing"}"`;
  const head = heads.map((title) => `<th scope="col">${title}</th>`).join("");
  const empty = orders.length === 0 ? '<p class="empty">This report is empty: no orders match.</p>' : "";
  return `<div class="report fits" ${facts}>
<div class="sheet" style="${properties}"><table aria-label="Rows of Untitled1"><thead><tr>${head}</tr></thead>${bodies.join("\n")}</table></div>
${empty}<p class="counts"><b>${orders.length}</b> orders, <b>${rows.length}</b> rows</p>${more}</div>`;
};

const filtersAtFirst: UserOrderFilters = {
  report_filter_id: null,
  order_date_range: 9,
  order_date_from: null,
  order_date_to: null,
};

const events = (name: string, data: unknown, id?: number): string =>
  `event: ${name}\n${id === undefined ? "" : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`;

/** Makes server-sent events of orders. `inReport`: tells if the page's report shows them. */
export const ordersEvent = (
  id: number,
  { at, inReport = true }: { at: string; inReport?: boolean | null },
  ...orders: LiveOrder[]
): string =>
  events(
    "orders",
    { Orders: orders.map((order) => ({ Id: order.id, Kind: "new", At: at, InReport: inReport })), Missed: 0 },
    id,
  );
export const openEvent = events("open", { After: "40" });

/** Creates a live page's server over a store of so many orders. It keeps the choices made there. */
export const liveServer = (count = 60) => {
  const { server: filters, script: ofFilters } = reportsWithFilters(null);
  filters.filters = filters.filters.map((filter) => ({ ...filter }));
  const pages = new Map<string, UserOrderFilters>();
  const server = {
    filters,
    orders: Array.from({ length: count }, (_, at) => liveOrder(1_000 + count - at)),
    statuses: new Map<string, LocalStatus>(),
    /** The design shows the column Local status. */
    hasStatuses: true,
    gatheredAt: "2026-11-20T12:05:00.000Z",
    /** The refusal of the next tables. */
    refusal: null as Scripted | null,
    /** Sent with every response. */
    more: "",
    pageOf: (id: string | null) => ({
      ReportId: id ?? "a",
      UserOrderFilters: pages.get(id ?? "a") ?? filtersAtFirst,
    }),
  };
  const statusOf = (body: unknown): z.infer<typeof LocalStatusPayload> => body as z.infer<typeof LocalStatusPayload>;
  const script: Script = {
    ...ofFilters,
    "appData/getLive": (_body, url) => ({ data: server.pageOf(url.searchParams.get("reportId")) }),
    "appData/setLive": (body, url) => {
      const id = url.searchParams.get("reportId");
      pages.set(id ?? "", body as UserOrderFilters);
      return { data: server.pageOf(id) };
    },
    "reportData/live-table": () => server.refusal ?? { data: liveHtml(server, server.more) },
    "reportData/live-events": () => "no answer yet",
    "reportData/local-status": (body) => {
      const { OrderId, LocalStatus: status } = statusOf(body);
      server.statuses.set(OrderId, status);
      return { data: { OrderId, LocalStatus: status } };
    },
    "reportData/local-status-history": () => ({
      data: [
        { At: "2026-11-20T11:40:00.000Z", By: "You", From: LocalStatus.New, To: LocalStatus.InProgress },
        { At: "2026-11-19T08:02:00.000Z", By: "You", From: LocalStatus.none, To: LocalStatus.New },
      ],
    }),
  };
  return { server, script };
};
