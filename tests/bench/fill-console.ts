import { randomUUID } from "node:crypto";
import type { DomainEvent } from "#domain/core/message.ts";
import { DestinationKind, FileType } from "#domain/enumerations.ts";
import { eventSchemas, type SheafEvent, upcasters } from "#domain/event-schemas.ts";
import { createSieverValues } from "#domain/filters/siever-values.ts";
import { SieverCode } from "#domain/filters/sievers.ts";
import type { ShopEvent } from "#domain/shop/events.ts";
import { dailySchedule } from "#domain/workspace/automations/automation.ts";
import type { WorkspaceEvent } from "#domain/workspace/events.ts";
import type { JsonObject } from "#infra/ports/json.ts";
import type { Stores } from "#infra/stores/open-stores.ts";
import { givenPastRuns } from "#tests/support/given-past-runs.ts";
import { projections } from "../../projections/read-models/all.ts";
import { runProjection } from "../../projections/run-projection.ts";

const shops = 1_000;
/** Events of each other shop: 150, besides the first four, its automated report and impersonation sessions. */
const runsOfShop = 15;
const looksOfShop = 5;
const deadJobs = 1_000;
/** Edits of the large shop. With its runs it has 50,000 events. */
const edits = 30_000;
const runsOfGreat = 2_000;
const filters = 190;
const atOnce = 500;
/** Between two edits, ms. */
const apart = 60_000;

const first = Date.UTC(2026, 8, 1);
export const instantOf = (n: number): string => new Date(first + n * apart).toISOString();
const newest = instantOf(edits);

const append = async (
  { eventStore }: Pick<Stores, "eventStore">,
  { stream, tenant, events }: { stream: string; tenant: string; events: readonly SheafEvent[] },
): Promise<void> => {
  for (let n = 0; n < events.length; n += atOnce)
    await eventStore.appendToStream(
      stream,
      events.slice(n, n + atOnce).map(({ type, data }: DomainEvent, place) => ({
        id: `${stream}:${n + place}`,
        type,
        data: data as JsonObject,
        metadata: {
          schema: eventSchemas[type as SheafEvent["type"]],
          correlation: randomUUID(),
          causation: "bench",
          actor: { kind: "merchant" },
          tenant,
          instant: instantOf(n + place),
        },
      })),
      { expectedVersion: n === 0 ? "no-stream" : n - 1 },
    );
};

const beginOf = (tenant: string, shop: string): ShopEvent[] => [
  { type: "ShopInstalled", data: { tenant, shop } },
  {
    type: "ShopAuthorized",
    data: {
      scopes: ["read_orders"],
      profile: {
        platformId: tenant,
        name: shop,
        emailRef: `vault-${tenant}`,
        myshopifyDomain: `${shop}.myshopify.com`,
        ianaTimezone: "Europe/Athens",
        currencyCode: "EUR",
        moneyFormat: "{{amount}} EUR",
        weightUnit: "KILOGRAMS",
        taxesIncluded: true,
        plan: "Advanced",
        primaryLocale: "en",
      },
    },
  },
  { type: "TierSelected", data: { tier: "Unlimited", by: "plan" } },
  { type: "TermsAccepted", data: { version: "1", acceptsMarketing: false } },
];

const idOf = (n: number): string => `00000000-0000-4000-8000-${String(n % filters).padStart(12, "0")}`;
const vendors = (n: number): string[] => Array.from({ length: 10 }, (_, place) => `Vendor ${n + place}`);

/** The history of a busy shop: filters with ten conditions each, renamed and edited again and again. */
const editsOf = function* (): Generator<WorkspaceEvent> {
  for (let n = 0; n < filters; n += 1)
    yield {
      type: "FilterCreated",
      data: {
        filterId: idOf(n),
        view: 0,
        ordering: n,
        title: `Filter ${n}`,
        financial_status: 0,
        fulfillment_status: 0,
        order_status: 0,
        sievers: createSieverValues([[SieverCode.Vendor, vendors(n)]]),
      },
    };
  for (let n = filters; n < edits; n += 1)
    yield n % 4 === 0
      ? {
          type: "FilterSieverChanged",
          data: { filterId: idOf(n), siever: SieverCode.Vendor, from: vendors(n - filters), to: vendors(n) },
        }
      : { type: "FilterRenamed", data: { filterId: idOf(n), from: `Filter ${n - filters}`, to: `Filter ${n}` } };
};

const automationOf = (tenant: string): string => `automation-of-${tenant}`;

const reportOf = (tenant: string): WorkspaceEvent => ({
  type: "AutomationCreated",
  data: {
    automationId: automationOf(tenant),
    title: "Every morning",
    reportId: "design",
    filterId: "filter",
    fileType: FileType.Csv,
    exportEmptyReports: true,
    applyDateFilter: true,
    enabled: true,
    schedule: dailySchedule,
    destination: { kind: DestinationKind.PublicUrl, reportName: "every-morning" },
  },
});

/** Writes impersonation sessions at a shop, one stream each. */
const looksAt = async (stores: Pick<Stores, "eventStore">, tenant: string): Promise<void> => {
  for (let n = 0; n < looksOfShop; n += 1)
    await append(stores, {
      stream: `console-${tenant}-${n}`,
      tenant,
      events: [{ type: "ShopLookedAt", data: { agent: `agent-${n}` } }],
    });
};

/** Writes as many dead jobs as the console shows. */
const buryJobs = async ({ workQueue }: Pick<Stores, "workQueue">, now: Date): Promise<void> => {
  for (let n = 0; n < deadJobs; n += 1)
    await workQueue.enqueue({
      id: `dead-${n}`,
      kind: "export",
      lane: "short",
      tenant: `tenant-${n}`,
      dueAt: now,
      payload: {},
    });
  const asking = { kinds: ["export"], lanes: ["short"], worker: "bench", leaseMs: 60_000 };
  for (let job = await workQueue.claim(asking); job !== undefined; job = await workQueue.claim(asking))
    await workQueue.deadLetter(job, "The store is closed.");
};

const project = async ({ eventStore, readStore }: Pick<Stores, "eventStore" | "readStore">): Promise<void> => {
  const head = await eventStore.headPosition();
  for (const projection of projections) {
    const done = new AbortController();
    await runProjection({
      projection,
      eventStore,
      readStore,
      upcasters,
      signal: done.signal,
      onParked: ({ documentId, reason }) => {
        throw new Error(`${documentId} is parked: ${reason}`);
      },
      onProgress: ({ position }) => {
        if (position === head) done.abort();
      },
    });
  }
};

/** 1,000 shops with some 200,000 events, of which the one that is answered has 50,000; all read models show them. */
export const fillConsole = async (
  stores: Pick<Stores, "eventStore" | "readStore" | "workQueue">,
  now: Date,
): Promise<{ tenant: string; shop: string; edits: number }> => {
  for (let n = 0; n < shops; n += 1) {
    const [tenant, shop] = [`tenant-${n}`, `bench-${String(n).padStart(4, "0")}`];
    await append(stores, { stream: `shop-${tenant}`, tenant, events: beginOf(tenant, shop) });
    const runs = n === 0 ? runsOfGreat : runsOfShop;
    const automationId = automationOf(tenant);
    await givenPastRuns(stores.eventStore, { tenant, shop, automationId, until: newest, runs });
    await looksAt(stores, tenant);
    if (n > 0) await append(stores, { stream: `workspace-${tenant}`, tenant, events: [reportOf(tenant)] });
  }
  await buryJobs(stores, now);
  const tenant = "tenant-0";
  await append(stores, { stream: `workspace-${tenant}`, tenant, events: [...editsOf()] });
  await project(stores);
  return { tenant, shop: "bench-0000", edits };
};
