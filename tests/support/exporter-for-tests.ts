import { tmpdir } from "node:os";
import { join } from "node:path";
import { createCommandRunner } from "#application/commands/command-runner.ts";
import { freezeInput } from "#application/exports/freeze-input.ts";
import { createStorageQuota } from "#application/exports/storage-quota.ts";
import { isRefusal } from "#domain/core/decider.ts";
import { FileType, Grouping, WorksheetSplitter } from "#domain/enumerations.ts";
import { upcasters } from "#domain/event-schemas.ts";
import type { ExportCommand } from "#domain/export/commands.ts";
import { exportDecider } from "#domain/export/decider.ts";
import { type FrozenInput, frozenInputSchema } from "#domain/export/frozen-input.ts";
import { defaultPreferences } from "#domain/shop/preferences.ts";
import { createWorkFiles } from "#infra/folder/work-files.ts";
import { createFakeClock } from "#infra/memory/clock.ts";
import { createMemoryEventStore } from "#infra/memory/event-store.ts";
import { createMemoryFileStore } from "#infra/memory/file-store.ts";
import { createFakeIds } from "#infra/memory/ids.ts";
import { createMemoryReadStore } from "#infra/memory/read-store.ts";
import { createMemoryScratch } from "#infra/memory/scratch.ts";
import { createMemoryStateStore } from "#infra/memory/state-store.ts";
import { createMemoryVault } from "#infra/memory/vault.ts";
import { createMemoryWorkQueue } from "#infra/memory/work-queue.ts";
import type { JsonObject } from "#infra/ports/json.ts";
import type { OrdersRequest, ShopAccess } from "#infra/ports/store-platform.ts";
import type { ClaimedJob } from "#infra/ports/work-queue.ts";
import { isFoundBy } from "./orders-within.ts";
import { noBulk } from "./platform-for-tests.ts";
import type { WebForTests } from "./web-for-tests.ts";

export const tenant = "7a9f0b6e-0000-4000-8000-000000000001";
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

/**
 * Makes `count` small orders, one a minute, the newest at 12:00 on 20 November 2026; each fourth has no line, each
 * fifth two.
 */
export const someOrders = (count: number): JsonObject[] =>
  Array.from({ length: count }, (_, age) => {
    const number = String(5_000 - age);
    const line = (n: number): JsonObject => ({
      id: `gid://shopify/LineItem/${number}${n}`,
      title: `Thing ${n} of ${number}`,
      quantity: n,
      originalUnitPriceSet: { shopMoney: { amount: "2.50" } },
      originalTotalSet: { shopMoney: { amount: `${n * 2.5}` } },
    });
    return {
      id: `gid://shopify/Order/${number}`,
      name: `#${number}`,
      createdAt: new Date(Date.UTC(2026, 10, 20, 12) - age * 60_000).toISOString().replace(".000Z", "Z"),
      displayFinancialStatus: "PAID",
      lineItems: age % 4 === 3 ? [] : age % 5 === 4 ? [line(1), line(2)] : [line(1)],
    };
  });

/** Answers exporters' searches in pages; keeps them. */
const fakePlatform = (all: JsonObject[], pageSize = 10) => {
  const asked: OrdersRequest[] = [];
  return {
    asked,
    /** Called before each page, with its number from 1. */
    beforePage: undefined as ((page: number, signal: AbortSignal) => Promise<void> | void) | undefined,
    counts: 0,
    bulk: noBulk,
    async countOrders(_access: object, query: string): Promise<number> {
      this.counts += 1;
      return all.filter(isFoundBy(query)).length;
    },
    async *streamOrders({ signal }: ShopAccess, request: OrdersRequest): AsyncGenerator<JsonObject[]> {
      asked.push(request);
      const found = all.filter(isFoundBy(request.query));
      for (let page = 1; (page - 1) * pageSize < found.length; page += 1) {
        await this.beforePage?.(page, signal);
        signal.throwIfAborted();
        yield structuredClone(found.slice((page - 1) * pageSize, page * pageSize));
      }
    },
  };
};

/** A web process that shares stores and clock. */
export type Beside = Pick<WebForTests, "clock" | "state" | "eventStore" | "readStore" | "vault" | "files" | "queue">;

/** Creates a whole exporter on memory stores, with one shop. */
export const exporterForTests = (
  orders: JsonObject[],
  pageSize = 10,
  start = "2026-11-20T12:30:00.000Z",
  beside?: Beside,
) => {
  const clock = beside?.clock ?? createFakeClock(start);
  const eventStore = beside?.eventStore ?? createMemoryEventStore();
  const stateStore = beside?.state ?? createMemoryStateStore(clock);
  const platform = fakePlatform(orders, pageSize);
  const readStore = beside?.readStore ?? createMemoryReadStore();
  const deps = {
    eventStore,
    stateStore,
    /** Tests put the documents, and nothing is behind. */
    readModels: { find: readStore.find, hasSeen: async () => true },
    queue: beside?.queue ?? createMemoryWorkQueue(clock),
    fileStore: beside?.files ?? createMemoryFileStore(() => clock.wall()),
    scratch: createMemoryScratch(() => clock.wall()),
    vault: beside?.vault ?? createMemoryVault(),
    platform,
    runner: createCommandRunner({ eventStore, stateStore, clock, ids: createFakeIds(), upcasters }),
    clock,
    workFiles: createWorkFiles(join(tmpdir(), "sheaf-work")),
    bulkFromOrders: 2_000,
    bytesAtMost: 1e9,
    spillAfterBytes: 64e6,
    storageQuota: createStorageQuota(stateStore, clock, 4e9),
    fingerprint: { app: "0.0.0", icu: "1", tz: "2", node: "3" },
    worker: "worker-1",
    log: silent,
  };

  const send = (exportId: string, command: (context: ExportCommand["context"]) => ExportCommand) =>
    deps.runner.execute(exportDecider, exportId, command, {
      tenant,
      actor: { kind: "merchant" },
      correlation: "request-1",
    });

  /** Freezes an input and records the request, by a click or, if `automated`, a scheduler. */
  const request = async (
    exportId: string,
    changes: Partial<FrozenInput> = {},
    { automated = false, lastTry = false } = {},
  ): Promise<FrozenInput> => {
    const input: FrozenInput = {
      schema: frozenInputSchema,
      catalogueVersion: 1,
      exportId,
      tenant,
      shop: {
        shop: "aurora-demo",
        version: 4,
        myshopifyDomain: "aurora-demo.myshopify.com",
        ianaTimezone: "Europe/Athens",
        currencyCode: "EUR",
        moneyFormat: "{{amount}} EUR",
        primaryLocale: "el",
        weightUnit: "KILOGRAMS",
        adminUrl: "https://aurora-demo.example/admin",
      },
      design: {
        reportId: "design-1",
        title: "Untitled1",
        grouping: Grouping.Orders,
        splitter: WorksheetSplitter.None,
        sortedBy: null,
        columns: ["OrderNum", "OrderDate", "ProductTitle", "TotalPrice"].map((column) => ({
          column,
          title: null,
          width: null,
          format: null,
        })),
      },
      asked: { filterId: null, range: 0, from: null, to: null },
      emptyExpected: false,
      fileType: FileType.Csv,
      fileName: "Untitled1 2026-11-20 143000.csv",
      preferences: defaultPreferences,
      filters: { range: 0, from: null, to: "2026-11-20T12:30:00Z" },
      filter: null,
      selectedOrderIds: [],
      requestedAt: "2026-11-20T12:30:00.000Z",
      ...changes,
    };
    const inputHash = await freezeInput(stateStore, input);
    const requested = await send(exportId, (context) => ({
      type: "RequestExport",
      exportId,
      tenant,
      shop: input.shop.shop,
      reportId: "design-1",
      reportTitle: "Untitled1",
      fileType: input.fileType,
      fileName: input.fileName,
      inputHash,
      ...(automated
        ? {
            trigger: "automated",
            run: { automationId: "a1", runId: "r1", cause: "slot", keptDays: 2, ...(lastTry && { lastTry }) },
          }
        : { trigger: "manual" }),
      period: { from: input.filters.from, to: input.filters.to, zone: input.shop.ianaTimezone },
      emptyExpected: false,
      asked: null,
      context,
    }));
    if (isRefusal(requested)) throw new Error(requested.message);
    return input;
  };

  /** Enqueues the export, like choosing its lane. */
  const enqueue = (exportId: string) =>
    deps.queue.enqueue({
      id: `export:${exportId}`,
      kind: "export",
      lane: "short",
      tenant,
      dueAt: clock.now(),
      payload: { exportId, tenant, correlation: "request-1", causation: "event-1", orders: orders.length },
    });

  const claim = async (kind = "export"): Promise<ClaimedJob> => {
    const job = await deps.queue.claim({
      kinds: [kind],
      lanes: ["short", "long"],
      worker: "worker-1",
      leaseMs: 30_000,
    });
    if (!job) throw new Error(`There is no job of kind ${kind} to claim.`);
    return job;
  };

  const stateOf = async (exportId: string) => (await deps.runner.load(exportDecider, exportId)).state;
  const eventsOf = async (exportId: string) =>
    (await eventStore.readStream(`export-${exportId}`)).map((event) => event.type);
  const fileOf = async (key: string): Promise<string> => {
    const pieces: Uint8Array[] = [];
    for await (const piece of await deps.fileStore.open(key)) pieces.push(piece);
    return Buffer.concat(pieces).toString("utf8");
  };
  const nothingLeft = async (): Promise<boolean> =>
    (await deps.fileStore.list()).length === 0 &&
    (await deps.fileStore.listParts()).length === 0 &&
    (await deps.scratch.list()).length === 0;

  return { clock, deps, readStore, platform, send, request, enqueue, claim, stateOf, eventsOf, fileOf, nothingLeft };
};

export type ExporterForTests = ReturnType<typeof exporterForTests>;

/** Creates an exporter with so many orders, and one waiting export of them, `e1`. */
export const requested = async (count: number, changes: Partial<FrozenInput> = {}): Promise<ExporterForTests> => {
  const exporter = exporterForTests(someOrders(count));
  await exporter.request("e1", changes);
  await exporter.enqueue("e1");
  return exporter;
};
