import type { z } from "zod";
import { toHttpRefusal } from "#application/http/to-http.ts";
import { columnByKey } from "#domain/columns/catalogue.ts";
import { contextAt, metadataAt } from "#domain/core/context-for-tests.ts";
import { isRefusal } from "#domain/core/decider.ts";
import { type DesignContent, pickDesignContent } from "#domain/designs/design.ts";
import { ColumnType, type LocalStatus, Sorting } from "#domain/enumerations.ts";
import { formatLocalStatus } from "#domain/local-status/labels.ts";
import { listSlowColumns, previewColumns } from "#domain/reports/preview-columns.ts";
import { everyFeature } from "#domain/shop/features-for-tests.ts";
import type { LocalStatusPayload } from "#domain/wire/reports/local-status.ts";
import type { Preview } from "#domain/wire/reports/report-data.ts";
import { designFromWire, reportWithColumns } from "#domain/wire/reports/report-with-columns.ts";
import type { UpdateReportPayload } from "#domain/wire/reports/reports.ts";
import { workspaceDecider } from "#domain/workspace/decider.ts";
import { designKind } from "#domain/workspace/designs/designs.ts";
import type { WorkspaceEvent } from "#domain/workspace/events.ts";
import { findItem } from "#domain/workspace/items.ts";
import type { WorkspaceState } from "#domain/workspace/state.ts";
import { designFacts } from "#domain/workspace/workspace-for-tests.ts";
import { reportColumns } from "./data-scenes.ts";
import type { Script, Scripted } from "./scripted-api.ts";

const instant = "2026-11-20T12:00:00.000Z";

export const usualDesign: Partial<DesignContent> = {
  title: "Monthly",
  shown: ["OrderNum", "ProductTitle", "SKU", "Quantity", "Price", "TotalPrice"],
  settings: { Price: { width: 20 } },
};

/** Makes a cell's text: short and different in every row. */
const cellText = (key: string, row: number): string | null => {
  const type = columnByKey.get(key)?.type;
  if (type === ColumnType.Image) return null;
  return type === ColumnType.Number ? String(((row * 37) % 100) / 4) : `${key} ${row}`;
};

/** Makes a preview of so many rows, two to an order, in sorted order. */
const previewOf = (
  design: DesignContent,
  rows: number,
  statuses: ReadonlyMap<string, LocalStatus> = new Map(),
): Preview => {
  const Columns = previewColumns(design).map(({ column }) => column);
  const numbers = Array.from({ length: rows }, (_, row) => row);
  const { sortedBy } = design;
  if (sortedBy) {
    const key = (row: number) => cellText(sortedBy.column, row) ?? "";
    numbers.sort((one, other) => key(one).localeCompare(key(other), "en", { numeric: true }));
    if (sortedBy.sorting === Sorting.Descending) numbers.reverse();
  }
  const slow = listSlowColumns(Columns.map((column) => ({ column })));
  const toRows = (of: readonly number[]) =>
    of.map((row) => {
      const OrderId = `${5_000 + Math.floor(row / 2)}`;
      const status = formatLocalStatus(statuses.get(OrderId));
      const Cells = Columns.map((key) => (key === "LocalStatus" ? status : cellText(key, row)));
      return { OrderId, StartsOrder: row % 2 === 0, Cells };
    });
  const half = Math.ceil(rows / 2);
  return {
    Columns,
    Sheets:
      design.splitter === 0
        ? [{ Name: null, Rows: toRows(numbers) }]
        : [
            { Name: "Athens", Rows: toRows(numbers.slice(0, half)) },
            { Name: "Lisbon", Rows: toRows(numbers.slice(half)) },
          ],
    Orders: half,
    Limit: slow.length > 0 ? 20 : 50,
    Generated: false,
    SlowColumns: slow,
    MoneyFormat: "€{{amount}}",
    CurrencyCode: "EUR",
    Locale: "en",
    Instants: [],
    DateFormat: 0,
    AdminUrl: "https://admin.example/store",
    GatheredAt: instant,
  };
};

/** Creates a design's server that decides like the real one. `events`: recorded ones, one list per save. */
export const designerServer = (content: Partial<DesignContent> = usualDesign, { rows = 12 } = {}) => {
  const id = "d1";
  const states: WorkspaceState[] = [];
  const statuses = new Map<string, LocalStatus>();
  const server = {
    id,
    saves: [] as string[][],
    /** Local statuses of orders, by order number. */
    statuses,
    preview: (preview: Preview): Scripted => ({ data: preview }),
  };
  const apply = (events: readonly WorkspaceEvent[]): void => {
    let state = states.at(-1) ?? workspaceDecider.initialState;
    for (const event of events) state = workspaceDecider.evolve(state, event, metadataAt(instant), states.length);
    states.push(state);
  };
  apply([{ type: "ReportDesignCreated", data: designFacts(id, 0, content) }]);
  const designAt = (version: number) => {
    const state = states[version];
    const design = state && findItem(designKind, state, id);
    if (!design) throw new Error(`There is no design at version ${version}.`);
    return design;
  };
  const design = () => designAt(states.length - 1);
  const now = (): Scripted => ({ data: reportWithColumns(design()), etag: `"${states.length - 1}"` });

  /** Takes a design from a page, or another client. */
  const update = (sent: UpdateReportPayload, ifMatch: string | null): Scripted => {
    const base = designAt(ifMatch === null ? states.length - 1 : Number(ifMatch.replace(/\D/g, "")));
    const wanted = designFromWire(sent, base);
    const decision = isRefusal(wanted)
      ? wanted
      : workspaceDecider.decide(
          {
            type: "UpdateReportDesign",
            reportId: id,
            base: pickDesignContent(base),
            features: everyFeature,
            context: contextAt(instant),
            ...wanted,
          },
          states.at(-1) ?? workspaceDecider.initialState,
        );
    if (isRefusal(decision)) {
      const { status, code, message, details } = toHttpRefusal(decision);
      return { status, error: { code, message, ...(details !== undefined && { details }) } };
    }
    if (decision.length > 0) apply(decision);
    server.saves.push(decision.map(({ type }) => type));
    return now();
  };
  const script: Script = {
    [`reports/get/with-columns/${id}`]: now,
    "reports/update": (body, _url, headers) => update(body as UpdateReportPayload, headers?.["if-match"] ?? null),
    [`reportData/design-data/${id}`]: () => server.preview(previewOf(design(), rows, statuses)),
    "reportData/local-status": (body) => {
      const sent = body as z.infer<typeof LocalStatusPayload>;
      statuses.set(sent.OrderId, sent.LocalStatus);
      return { data: { OrderId: sent.OrderId, LocalStatus: sent.LocalStatus } };
    },
    "reports/get-reports": () => ({ data: [reportWithColumns(design())] }),
    "data/columns": () => ({ data: reportColumns }),
  };
  return { server, script, design, update };
};
