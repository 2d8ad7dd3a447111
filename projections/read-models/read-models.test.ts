import { describe, expect, it } from "vitest";
import { metadataAt } from "#domain/core/context-for-tests.ts";
import { Grouping, LocalStatus, WorksheetSplitter } from "#domain/enumerations.ts";
import type { SheafEvent } from "#domain/event-schemas.ts";
import type { ExportEvent } from "#domain/export/events.ts";
import { defineContents, flagsInDocument, type ShopDocument } from "#domain/read-models/documents.ts";
import type { ShopEvent } from "#domain/shop/events.ts";
import { createMemoryReadStore } from "#infra/memory/read-store.ts";
import type { Projected, Projection } from "../projection.ts";
import { exports } from "./exports.ts";
import { localStatuses } from "./local-statuses.ts";
import { reportDesigns } from "./report-designs.ts";
import { shops } from "./shops.ts";

/** The documents after events of one stream. */
const rowsAfter = async (projection: unknown, stream: string, events: readonly SheafEvent[]) => {
  const { collection, project, toDocumentKey, types } = projection as Projection;
  const store = createMemoryReadStore();
  const contents = defineContents(collection.name);
  await store.ensureCollections([collection, contents]);
  for (const [version, event] of events.entries()) {
    if (!types.includes(event.type)) continue;
    const position = String(version).padStart(6, "0");
    const metadata = metadataAt(`2026-11-20T10:00:0${version}.000Z`, { tenant: "t" });
    const projected = { ...event, id: `e${version}`, metadata, stream, version, position } as Projected;
    const changes = project(projected);
    for (const change of changes) if ("id" in change) expect(change.id).toBe(toDocumentKey(projected).id);
    await store.apply(changes.map((change) => ({ ...change, position })));
  }
  const found = [...(await store.find(collection.name, {})), ...(await store.find(contents.name, {}))];
  return found.map(({ id, document }) => ({ id, ...document }));
};

describe("the list of report designs", () => {
  it("has an item for each, with the version that created it", async () => {
    const content = { grouping: Grouping.OnePerOrder, splitter: WorksheetSplitter.None, sortedBy: null };
    const columns = { shown: ["OrderNum"], settings: { OrderNum: { width: 12 }, SKU: { title: "Code" } } };
    const design = (n: number): SheafEvent => ({
      type: "ReportDesignCreated",
      data: { reportId: `r${n}`, title: `Untitled${n}`, ordering: n, ...content, ...columns },
    });
    const rows = await rowsAfter(reportDesigns, "workspace-t", [design(0), design(1)]);
    const { sortedBy, ...listed } = content;
    expect(rows.filter((row) => "tenant" in row)).toEqual(
      [0, 1].map((n) => ({
        ...{ id: `r${n}`, tenant: "t", reportId: `r${n}`, title: `Untitled${n}`, ordering: n, ...listed },
        version: n,
        placeVersion: n,
        changedAt: `2026-11-20T10:00:0${n}.000Z`,
        "outline.columns": { first: ["OrderNum"], count: 1 },
        "outline.title.SKU": "Code",
      })),
    );
    expect(rows.find((row) => row.id === "r1" && !("tenant" in row))).toEqual({
      ...{ id: "r1", title: "Untitled1", ...listed, sortedBy, shown: ["OrderNum"], version: 1 },
      "columns.OrderNum.width": 12,
      "columns.SKU.title": "Code",
    });
  });
});

describe("the list of exports", () => {
  const requested: ExportEvent = {
    type: "ExportRequested",
    data: {
      exportId: "e",
      tenant: "t",
      shop: "aurora-demo",
      reportId: "r",
      reportTitle: "Untitled1",
      fileType: 2,
      fileName: "Untitled1 2026-11-20 120000.csv",
      inputHash: "ab",
      trigger: "manual",
      emptyExpected: true,
      asked: { filterId: null, range: 4, from: null, to: null },
    },
  };
  const started: ExportEvent = { type: "ExportStarted", data: { attempt: 1, worker: "w" } };
  const finished: ExportEvent = {
    type: "ExportFinished",
    data: {
      attempt: 1,
      fileKey: "e.csv",
      bytes: 10,
      contentHash: "c",
      fileHash: "f",
      fingerprint: { app: "1", icu: "78", tz: "2026a", node: "24" },
      orders: 3,
      rows: 5,
      expiresAt: "2026-11-27T10:00:00.000Z",
    },
  };
  const row = async (...events: ExportEvent[]) => (await rowsAfter(exports, "export-e", [requested, ...events]))[0];

  it("shows a new one as initializing", async () => {
    expect(await row()).toEqual({
      id: "e",
      tenant: "t",
      reportId: "r",
      exportId: "e",
      trigger: "manual",
      createdAt: "2026-11-20T10:00:00.000Z",
      title: "Untitled1",
      fileName: "Untitled1 2026-11-20 120000.csv",
      fileType: 2,
      status: 0,
      attempt: 0,
      ended: false,
      failedReason: null,
      failedCode: null,
      fileKey: null,
      bytes: null,
      orders: null,
      rows: null,
      testOrders: null,
      endedAt: null,
      repeats: null,
      compared: null,
      period: null,
      formulaFaults: [],
      expiresAt: null,
      expired: false,
      erased: null,
      emptyExpected: true,
      asked: { filterId: null, range: 4, from: null, to: null },
    });
  });

  it("shows the run of an automated report", async () => {
    const run = { automationId: "a", runId: "r", cause: "slot" as const, keptDays: 7 };
    const { data } = requested as Extract<ExportEvent, { type: "ExportRequested" }>;
    const automated: ExportEvent = { type: "ExportRequested", data: { ...data, trigger: "automated", run } };
    const [made] = await rowsAfter(exports, "export-e", [automated]);
    expect(made).toMatchObject({ trigger: "automated", run: { automationId: "a", runId: "r" } });
    expect(await row()).not.toHaveProperty("run");
  });

  it("shows it as processing, canceling and canceled", async () => {
    expect(await row(started)).toMatchObject({ status: 10, attempt: 1, ended: false });
    const asked: ExportEvent = { type: "ExportCancelRequested", data: {} };
    expect(await row(started, asked)).toMatchObject({ status: 50, ended: false });
    expect(await row(started, asked, { type: "ExportCanceled", data: {} })).toMatchObject({ status: -2, ended: true });
  });

  it("shows the file when it is finished, and that it has expired", async () => {
    expect(await row(started, finished)).toMatchObject({
      status: 1,
      ended: true,
      fileKey: "e.csv",
      bytes: 10,
      orders: 3,
      expiresAt: "2026-11-27T10:00:00.000Z",
      expired: false,
    });
    expect(await row(started, finished, { type: "ExportExpired", data: {} })).toMatchObject({
      status: 1,
      expired: true,
    });
  });

  it("shows that the file was removed to erase a customer's data", async () => {
    const erased: ExportEvent = { type: "ExportFileErased", data: { because: "customer", request: "r" } };
    expect(await row(started, finished, erased)).toMatchObject({ status: 1, expired: true, erased: "customer" });
  });

  it("shows why it failed, as a message and as a code", async () => {
    const data = { attempt: 1, code: "access-denied", reason: "Because." } as const;
    expect(await row(started, { type: "ExportFailed", data })).toMatchObject({
      status: -1,
      ended: true,
      failedReason: "Because.",
      failedCode: "access-denied",
    });
  });
});

describe("the list of shops", () => {
  const profile = {
    platformId: "1",
    name: "Aurora",
    emailRef: "vault-1",
    myshopifyDomain: "aurora-demo.myshopify.com",
    ianaTimezone: "Europe/Athens",
    currencyCode: "EUR",
    moneyFormat: "",
    weightUnit: "KILOGRAMS",
    taxesIncluded: true,
    plan: "Shopify",
    primaryLocale: "en",
  };
  const installed: ShopEvent = { type: "ShopInstalled", data: { tenant: "t", shop: "aurora-demo" } };
  const authorized: ShopEvent = { type: "ShopAuthorized", data: { scopes: ["read_orders"], profile } };
  const row = async (...events: ShopEvent[]) => (await rowsAfter(shops, "shop-t", [installed, ...events]))[0];

  it("shows a shop from its installation on, and its details after consent", async () => {
    expect(await row()).toMatchObject({
      id: "t",
      shop: "aurora-demo",
      name: "aurora-demo",
      installed: false,
      tier: null,
    });
    expect(await row(authorized)).toMatchObject({
      name: "Aurora",
      nameKey: "aurora",
      ianaTimezone: "Europe/Athens",
      installed: true,
    });
  });

  it("shows tier and terms", async () => {
    const tier: ShopEvent = { type: "TierSelected", data: { tier: "Growth", by: "plan" } };
    const terms: ShopEvent = { type: "TermsAccepted", data: { version: "1", acceptsMarketing: false } };
    expect(await row(authorized, tier, terms)).toMatchObject({
      tier: "Growth",
      termsAcceptedAt: "2026-11-20T10:00:03.000Z",
    });
  });

  it("shows each shop's charge, so support can find it", async () => {
    const charge = { tier: "Growth", price: "19.00", currency: "USD", confirmationUrl: "https://pay" } as const;
    const requested = (subscriptionId: string): ShopEvent => ({
      type: "ChargeRequested",
      data: { ...charge, subscriptionId },
    });
    const active: ShopEvent = { type: "ChargeActivated", data: { subscriptionId: "a" } };
    const declined: ShopEvent = {
      type: "ChargeEnded",
      data: { subscriptionId: "b", status: "DECLINED", left: "active" },
    };
    const charges = async (...events: ShopEvent[]) =>
      ((await row(authorized, ...events)) as { charge?: string } | undefined)?.charge;
    expect(await charges()).toBe("none");
    expect(await charges(requested("a"))).toBe("pending");
    expect(await charges(requested("a"), active)).toBe("active");
    expect(await charges(requested("a"), active, requested("b"))).toBe("pending");
    expect(await charges(requested("a"), active, requested("b"), declined)).toBe("active");
    expect(await charges(requested("a"), active, { type: "ShopUninstalled", data: { webhookId: "w" } })).toBe("none");
  });

  it("shows support's settings: a waiver while the tier stays, quotas, and flags", async () => {
    const tier: ShopEvent = { type: "TierSelected", data: { tier: "Unlimited", by: "support" } };
    const waived: ShopEvent = { type: "ChargeWaived", data: { tier: "Unlimited" } };
    const quotas = { reports: 1, filters: 2, automations: 3 };
    const flag = (value: boolean | null): ShopEvent => ({ type: "FlagChanged", data: { flag: "bundles", value } });
    expect(await row(authorized, tier, waived)).toMatchObject({ tier: "Unlimited", chargeWaived: true });
    expect(await row(authorized, tier, waived, tier)).toMatchObject({ chargeWaived: false });
    expect(await row(authorized, { type: "QuotasChanged", data: { quotas } }, flag(true))).toMatchObject({
      quotas,
      "flag.bundles": true,
    });
    const document = await row(authorized, flag(true), flag(null));
    expect(flagsInDocument(document as unknown as ShopDocument)).toEqual({});
  });

  it("shows that the shop has left, and keeps nothing personal once it is erased", async () => {
    const left: ShopEvent = { type: "ShopUninstalled", data: { webhookId: "w" } };
    expect(await row(authorized, left)).toMatchObject({ installed: false, name: "Aurora" });
    const erased: ShopEvent = { type: "ShopErased", data: { reason: "shop/redact" } };
    expect(await row(authorized, left, erased)).toMatchObject({
      installed: false,
      name: "",
      nameKey: "",
      emailRef: "",
    });
  });
});

describe("the local status of an order", () => {
  const set = (to: LocalStatus): SheafEvent => ({ type: "LocalStatusChanged", data: { orderId: "5", to } });

  it("is one document with the last chosen status, even if it is none", async () => {
    const row = { id: "t-5", tenant: "t", orderId: "5" };
    const rowOf = (...chosen: LocalStatus[]) => rowsAfter(localStatuses, "local-status-t-5", chosen.map(set));
    expect(await rowOf(LocalStatus.New, LocalStatus.Done)).toEqual([{ ...row, status: LocalStatus.Done }]);
    expect(await rowOf(LocalStatus.New, LocalStatus.none)).toEqual([{ ...row, status: LocalStatus.none }]);
  });

  it("has no document once it is erased", async () => {
    const erased: SheafEvent = { type: "LocalStatusErased", data: { orderId: "5" } };
    expect(await rowsAfter(localStatuses, "local-status-t-5", [set(LocalStatus.New), erased])).toEqual([]);
  });
});
