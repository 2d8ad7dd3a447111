import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DateRange, Grouping } from "#domain/enumerations.ts";
import { hiddenText } from "#domain/filters/hidden.ts";
import { SieverCode } from "#domain/filters/sievers.ts";
import { shopDecider } from "#domain/shop/decider.ts";
import { resolveFeatures } from "#domain/shop/features.ts";
import type {
  ConsoleActivity,
  ConsoleActivityDetails,
  ConsoleAsOf,
  ConsoleExportDetails,
  ConsoleFrozenInputs,
  ConsoleItem,
  ConsoleSearchResult,
} from "#domain/wire/support/console.ts";
import { workspaceDecider } from "#domain/workspace/decider.ts";
import { createMemoryFileStore } from "#infra/memory/file-store.ts";
import { type ConsoleForTests, type SignedInBrowser, startConsoleForTests } from "#tests/support/console-for-tests.ts";
import { exporterForTests } from "#tests/support/exporter-for-tests.ts";
import { append, tenant } from "#tests/support/given-events.ts";
import { givenPastRuns, pastRunId } from "#tests/support/given-past-runs.ts";
import { givenShopInAthens } from "#tests/support/given-shop.ts";
import { merchantCommands } from "#tests/support/merchant-commands.ts";

/** A shop's activity, its setup at an instant, and a run's inputs, as support reads them (ADR 101). */

let support: ConsoleForTests;
let viewer: SignedInBrowser;
let instants: { before: string; between: string };
let ids: { report: string; filter: string; automation: string };

const email = "pv:0Zk3vQ8mT1yB7cJx5LwNsA";
const address = "anna.secret@customers.example";

const ask = async <Answer>(path: string): Promise<{ status: number; answer: Answer; range: string | null }> => {
  const { status, text, headers } = await support.ask(`/support/api/${path}`, { cookie: viewer.cookie });
  return { status, answer: JSON.parse(text) as Answer, range: headers.get("content-range") };
};
const story = async (filter: object = {}, more: Record<string, unknown> = {}) => {
  const query = Object.entries({ filter: { tenant, ...filter }, ...more }).map(
    ([name, value]) => `${name}=${encodeURIComponent(JSON.stringify(value))}`,
  );
  return ask<ConsoleActivity[]>(`happenings?${query.join("&")}`);
};
const said = (rows: readonly ConsoleActivity[]): string[] => rows.map(({ what }) => what);

const edit = async () => {
  const { onShop, onWorkspace } = merchantCommands(support.runner, tenant);
  const { state } = await support.runner.load(workspaceDecider, tenant);
  const [design] = state.reports;
  const filter = state.filters.find(({ view }) => view === 0);
  if (!design || !filter) throw new Error("The shop has no design and filter.");
  await onWorkspace({
    type: "UpdateReportDesign",
    reportId: design.reportId,
    base: design,
    wanted: { title: "Sales", grouping: Grouping.OnePerOrder },
    order: ["OrderDate", "OrderNum"],
    features: resolveFeatures({ flags: [], allowExperimental: false }),
  });
  await onWorkspace({
    type: "UpdateFilter",
    filterId: filter.filterId,
    base: filter,
    wanted: { ...filter, sievers: { [SieverCode.Email]: [email] } },
    texts: new Map([[email, address]]),
  });
  const shop = await support.runner.load(shopDecider, tenant);
  if (shop.state.status !== "authorized") throw new Error("The shop is not authorized.");
  const preferences = shop.state.preferences;
  await onShop({ type: "ChangePreferences", base: preferences, wanted: { ...preferences, CsvSeparator: ";" } });
};

beforeAll(async () => {
  support = await startConsoleForTests({ projecting: true });
  const { runner, clock, vault, eventStore } = support;
  await givenShopInAthens(runner, tenant, "aurora-demo");
  await givenShopInAthens(runner, "another", "borealis-demo");
  const { onWorkspace } = merchantCommands(runner, tenant);
  await vault.put(address, { owner: tenant, reference: email });
  const { filters } = (await runner.load(workspaceDecider, tenant)).state;
  const filterId = filters.find(({ view }) => view === 0)?.filterId ?? "";
  await onWorkspace({ type: "CreateAutomation", recipients: [email], maxAutomations: 10, chosen: { filterId } });
  const { state } = await runner.load(workspaceDecider, tenant);
  ids = {
    report: state.reports[0]?.reportId ?? "",
    filter: filterId,
    automation: state.automations[0]?.automationId ?? "",
  };
  const before = new Date(clock.now().getTime() - 1).toISOString();
  const between = clock.now().toISOString();
  clock.advance(3_600_000);
  await edit();
  clock.advance(60_000);
  instants = { before, between };
  await givenPastRuns(eventStore, {
    tenant,
    shop: "aurora-demo",
    automationId: "0f0f0f0f-0000-4000-8000-000000000001",
    until: "2026-11-20T11:00:00.000Z",
    runs: 2,
  });
  await append({ eventStore }, `local-status-${tenant}-5001`, "LocalStatusChanged", { orderId: "5001", to: 3 });
  viewer = await support.signIn("viewer");
  await support.shown();
});
afterAll(() => support.close());

describe("the activity of a shop", () => {
  it("lists all activity, newest first, in words, with its author and subject", async () => {
    const { answer, range } = await story({}, { range: [0, 99] });
    expect(range).toBe(`happenings 0-${answer.length - 1}/${answer.length}`);
    const at = answer.map((row) => row.at);
    expect(at).toEqual(at.toSorted().reverse());
    expect(said(answer)).toEqual(
      expect.arrayContaining([
        "CSV separator: from Comma to Semicolon.",
        "Customer email: added a value hidden from support.",
        "Renamed from “Untitled1” to “Sales”.",
        "The charge was approved.",
        "Sheaf was installed.",
        "Its local status is “Done”.",
        "The report is ready: 1 order in 1 row.",
        "The report was delivered.",
      ]),
    );
    const renamed = answer.find(({ what }) => what.startsWith("Renamed"));
    expect(renamed).toMatchObject({
      thing: "design",
      title: "Sales",
      about: ids.report,
      by: "merchant",
      byName: "The merchant",
      tenant,
    });
    expect(answer.find(({ thing }) => thing === "export")).toMatchObject({ title: "Orders", by: "Sheaf" });
  });

  it("includes support's own actions, by name", async () => {
    await ask(`shops/${tenant}`);
    await support.shown();
    const { answer } = await story({ by: "support" });
    expect(answer).toMatchObject([{ what: "Looked at the shop.", byName: "Demo viewer", thing: "support" }]);
    expect((await story({ agent: answer[0]?.byAgent })).answer).toHaveLength(1);
    expect((await story({ agent: "another" })).answer).toEqual([]);
  });

  it("is filtered by item, subject, author, request and time", async () => {
    const { answer: designs } = await story({ thing: "design" });
    expect(new Set(designs.map(({ thing }) => thing))).toEqual(new Set(["design"]));
    expect(said(designs).at(-1)).toMatch(/^Created with 2 columns/);
    const { answer: ofFilter } = await story({ about: ids.filter });
    expect(said(ofFilter)).toEqual([
      "Customer email: added a value hidden from support.",
      expect.stringMatching(/^Created as /),
    ]);
    const { answer: bySheaf } = await story({ by: "Sheaf" }, { range: [0, 99] });
    expect(new Set(bySheaf.map(({ by }) => by))).toEqual(new Set(["Sheaf"]));
    const { answer: ofRequest } = await story({ request: "merchant" }, { range: [0, 99] });
    expect(new Set(ofRequest.map(({ by }) => by))).toEqual(new Set(["merchant"]));
    const { answer: since } = await story({ since: "2026-11-20T12:30:00Z", thing: "configuration" });
    expect(said(since)).toEqual(["CSV separator: from Comma to Semicolon."]);
    const { answer: before } = await story({ before: "2026-11-20T12:30:00Z", thing: "configuration" });
    expect(before).toEqual([]);
  });

  it("comes in pages, and is of one shop", async () => {
    const all = await story({}, { range: [0, 99] });
    const second = await story({}, { range: [2, 4] });
    expect(second.answer).toEqual(all.answer.slice(2, 5));
    expect(second.range).toBe(`happenings 2-4/${all.answer.length}`);
    expect(all.answer.every((row) => row.tenant === tenant)).toBe(true);
    const { status, answer } = await ask<{ message: string }>("happenings");
    expect([status, answer.message]).toEqual([400, "A story belongs to one shop. Open a shop, then its story."]);
  });

  it("opens each event as stored, except for hidden values", async () => {
    const { answer: rows } = await story({ about: ids.filter });
    const { answer } = await ask<ConsoleActivityDetails>(`happenings/${encodeURIComponent(rows[0]?.id ?? "")}`);
    expect(answer).toMatchObject({
      type: "FilterSieverChanged",
      stream: `workspace-${tenant}`,
      schema: 2,
      correlation: "merchant",
      data: { filterId: ids.filter, siever: SieverCode.Email, from: [], to: [hiddenText] },
      metadata: { actor: { kind: "merchant" }, tenant },
      what: "Customer email: added a value hidden from support.",
    });
    expect((await ask(`happenings/${encodeURIComponent(`workspace-${tenant}:999`)}`)).status).toBe(404);
  });

  it("reveals no personal data, secret or file key in any event", async () => {
    const { answer: rows } = await story({}, { range: [0, 99] });
    const opened = await Promise.all(rows.map(({ id }) => ask(`happenings/${encodeURIComponent(id)}`)));
    const text = JSON.stringify([rows, opened.map(({ answer }) => answer)]);
    for (const secret of [address, "pv:", "sv:", "https://x.example"]) expect(text).not.toContain(secret);
    const hidden = JSON.stringify(hiddenText);
    expect(text).toContain(`"fileKey":${hidden}`);
    expect(text.replaceAll(hidden, "")).not.toMatch(/"(?:fileKey|emailRef|confirmationUrl)":"/);
  });
});

describe("a shop as of an instant", () => {
  const asOf = (at: string) => ask<ConsoleAsOf>(`shops/${tenant}/as-of?at=${encodeURIComponent(at)}`);

  it("shows the setup at that time and each item's later fate", async () => {
    const { answer } = await asOf(instants.between);
    expect(answer.designs).toMatchObject([
      {
        id: ids.report,
        title: "Untitled1",
        since: "changed",
        changes: [
          { name: "Title", was: "“Untitled1”", is: "“Sales”" },
          { name: "Rows", was: "one per order line", is: "one per order" },
          { name: "Columns", was: "“Order number”, “Order date”", is: "“Order date”, “Order number”" },
        ],
      },
    ]);
    expect(answer.filters.filter(({ since }) => since === "changed")).toMatchObject([
      { id: ids.filter, changes: [{ name: "Customer email", was: null, is: "a value hidden from support" }] },
    ]);
    expect(answer.automations).toMatchObject([{ id: ids.automation, since: "same", changes: [] }]);
    expect(answer.configuration.filter(({ changed }) => changed)).toEqual([
      { name: "CSV separator", was: "Comma", is: "Semicolon", changed: true },
    ]);
    expect(JSON.stringify(answer)).not.toMatch(/[ps]v:|customers\.example/);
  });

  it("is empty before anything was created, and the same as today if nothing has changed since", async () => {
    const { answer: early } = await asOf(instants.before);
    expect([early.workspaceVersion, early.shopVersion]).toEqual([-1, -1]);
    expect(early.designs.map(({ since }) => since)).toEqual(["new"]);
    expect(early.configuration[0]).toMatchObject({ name: "State", was: "not here yet", is: "connected" });
    const { answer: late } = await asOf("2026-11-20T15:01:00+02:00");
    expect(late.at).toBe("2026-11-20T13:01:00.000Z");
    expect([...late.designs, ...late.filters, ...late.automations].every(({ since }) => since === "same")).toBe(true);
    expect(late.configuration.some(({ changed }) => changed)).toBe(false);
  });

  it("opens one item field by field", async () => {
    const at = encodeURIComponent(instants.between);
    const { answer } = await ask<ConsoleItem>(`shops/${tenant}/as-of/automation/${ids.automation}?at=${at}`);
    expect(answer.fields).toEqual(
      expect.arrayContaining([
        { name: "Report design", was: "“Untitled1”", is: "“Sales”", changed: false },
        { name: "Recipients", was: "a value hidden from support", is: "a value hidden from support", changed: false },
      ]),
    );
  });

  it.each([
    ["no instant", "as-of", 400],
    ["an invalid instant", "as-of?at=yesterday", 400],
    ["a future instant", "as-of?at=2027-01-01T10:00:00Z", 400],
    ["an item at a future instant", "as-of/design/x?at=2027-01-01T10:00:00Z", 400],
    ["an instant without a zone", "as-of?at=2026-11-20T10:00:00", 400],
    ["an unknown kind", "as-of/shop/x?at=2026-11-20T10:00:00Z", 404],
    ["an item of another shop", "as-of/design/unknown?at=2026-11-20T10:00:00Z", 404],
  ])("is refused for %s", async (_name, path, status) => {
    expect((await ask(`shops/${tenant}/${path}`)).status).toBe(status);
  });

  it("isn't found when the shop doesn't exist", async () => {
    expect((await ask("shops/none/as-of?at=2026-11-20T10:00:00Z")).status).toBe(404);
  });
});

describe("the input of a run", () => {
  it("is the design, filter and configuration of the claimed versions, next to today's", async () => {
    const { eventStore, runner } = support;
    const [workspace, shop] = [await runner.load(workspaceDecider, tenant), await runner.load(shopDecider, tenant)];
    // The versions before the edits: those are the last four of the workspace, and the last one of the shop.
    const claim = { workspaceVersion: workspace.version - 4, shopVersion: shop.version - 1 };
    await append({ eventStore }, `automation-${ids.automation}`, "SlotClaimed", {
      ...claim,
      ...{ slot: "2026-11-20T12:00:00Z", runAt: "2026-11-20T12:00:00Z", run: "run-of-now" },
      ...{ period: { from: "2026-11-19T12:00:00Z", to: "2026-11-20T12:00:00Z" } },
      ...{ flags: ["bundles"], catalogueVersion: 7, inputHash: "ab" },
    });
    await support.shown();
    const { answer } = await ask<ConsoleFrozenInputs>("runs/run-of-now/made-of");
    expect(answer).toMatchObject({
      kept: true,
      versions: { workspace: claim.workspaceVersion, shop: claim.shopVersion },
      flags: ["bundles"],
      design: { id: ids.report, title: "Untitled1", since: "changed" },
      filter: { id: ids.filter, since: "changed" },
      automation: { id: ids.automation, since: "same" },
      asked: {
        ...{ range: null, chosen: 0, orderIds: [], filterTitle: "New filter 1" },
        period: { from: "2026-11-19T12:00:00Z", to: "2026-11-20T12:00:00Z", zone: "Europe/Athens" },
      },
    });
    expect(answer.configuration).toContainEqual({
      name: "CSV separator",
      was: "Comma",
      is: "Semicolon",
      changed: true,
    });
    expect(JSON.stringify(answer)).not.toMatch(/[ps]v:|customers\.example/);
  });

  it("is reported missing for an export whose frozen input is gone", async () => {
    const { answer } = await ask<ConsoleFrozenInputs>(
      `exports/export-${pastRunId("0f0f0f0f-0000-4000-8000-000000000001", 0)}/made-of`,
    );
    expect(answer).toMatchObject({ kept: false, design: null });
    expect((await ask("exports/none/made-of")).status).toBe(404);
    expect((await ask("runs/none/made-of")).status).toBe(404);
  });
});

describe("the input of an export", () => {
  it("lists the requested orders: the range and its meaning, or the individually chosen ones", async () => {
    const { clock, state, eventStore, readStore, vault, queue } = support;
    const files = createMemoryFileStore(() => clock.wall());
    const { request } = exporterForTests([], 10, undefined, {
      clock,
      state,
      eventStore,
      readStore,
      vault,
      queue,
      files,
    });
    const filters = { range: DateRange.thirtyDays, from: "2026-10-21T21:00:00Z", to: "2026-11-20T12:30:00Z" };
    const asked = { filterId: null, range: DateRange.thirtyDays, from: null, to: null };
    const period = { from: filters.from, to: filters.to, zone: "Europe/Athens" };
    const madeOf = async (id: string) => (await ask<ConsoleFrozenInputs>(`exports/${id}/made-of`)).answer;
    await request("asked-by-days", { filters, asked });
    expect((await madeOf("asked-by-days")).asked).toEqual({
      ...{
        range: { range: DateRange.thirtyDays, from: null, to: null },
        period,
        chosen: 0,
        filterTitle: null,
        orderIds: [],
      },
    });
    await request("asked-by-hand", {
      ...{ filters, asked: { ...asked, filterTitle: "Wholesale", chosen: 2 } },
      selectedOrderIds: ["gid://shopify/Order/5001", "5002"],
    });
    expect((await madeOf("asked-by-hand")).asked).toMatchObject({
      ...{ chosen: 2, filterTitle: "Wholesale", orderIds: ["5001", "5002"] },
    });
    const many = Array.from({ length: 250 }, (_, n) => String(n));
    await request("asked-by-many", { filters, asked, selectedOrderIds: many });
    const told = (await madeOf("asked-by-many")).asked;
    expect([told?.chosen, told?.orderIds.length]).toEqual([250, 100]);
    await request("asked-by-a-run", { filters, asked }, { automated: true });
    expect((await madeOf("asked-by-a-run")).asked).toMatchObject({ range: null, period });
  });

  it("is also shown by the export itself, with the title that its merchant knows", async () => {
    await support.shown();
    const { answer } = await ask<ConsoleExportDetails>("exports/asked-by-days");
    expect(answer).toMatchObject({ title: "Untitled1", design: "Untitled1", run: null, asked: { chosen: 0 } });
    const run = pastRunId("0f0f0f0f-0000-4000-8000-000000000001", 0);
    const unknown = (await ask<ConsoleExportDetails>(`exports/export-${run}`)).answer;
    expect([unknown.title, unknown.design]).toEqual(["Orders", "Orders"]);
  });
});

describe("the search box", () => {
  const search = async (q: string) => (await ask<ConsoleSearchResult[]>(`search?q=${encodeURIComponent(q)}`)).answer;

  const ofAurora = () => ({ id: tenant, name: "aurora-demo" });

  it("finds what happened in a request, with the shop and the exports concerned", async () => {
    const found = await search("given");
    expect(found).toContainEqual({ resource: "shops", id: tenant, name: "aurora-demo", shop: null });
    expect(found.filter(({ resource }) => resource === "exports")).toHaveLength(2);
    expect(found).toContainEqual({
      resource: "happenings",
      id: expect.stringMatching(/^run-run-1-of-.*:5$/),
      name: "The report was delivered.",
      shop: ofAurora(),
    });
  });

  it("records that support viewed a shop whose request was found, or whose activity was requested by its ids", async () => {
    const noted = async () => (await support.acts()).filter(({ type }) => type === "ShopLookedAt").length;
    const ways = [
      () => search("given"),
      () => ask(`happenings?filter=${encodeURIComponent(JSON.stringify({ id: [`workspace-${tenant}:0`] }))}`),
    ];
    for (const way of ways) {
      // A view is recorded once in ten minutes.
      support.clock.advance(11 * 60_000);
      const before = await noted();
      await way();
      expect(await noted()).toBe(before + 1);
    }
  });

  it("finds report designs, filters and automated reports by any word of their present names, with their shops", async () => {
    const { onWorkspace } = merchantCommands(support.runner, tenant);
    const { state } = await support.runner.load(workspaceDecider, tenant);
    const [automation] = state.automations;
    if (!automation) throw new Error("The shop has no automated report.");
    const wanted = { ...automation, title: "Ärger mit Sales" };
    const today = "2026-11-20";
    const base = automation;
    await onWorkspace({
      type: "UpdateAutomation",
      automationId: ids.automation,
      base,
      wanted,
      texts: new Map(),
      today,
    });
    await support.shown();
    const sales = { resource: "designs", id: ids.report, name: "Sales", shop: ofAurora() };
    const trouble = { resource: "automations", id: ids.automation, name: "Ärger mit Sales", shop: ofAurora() };
    expect(await search("sal")).toEqual([sales, trouble]);
    expect(await search("arger mit")).toEqual([trouble]);
    // Searches for the former title.
    expect(await search(automation.title)).not.toContainEqual(expect.objectContaining({ id: ids.automation }));
    const filters = (await search("new filter")).filter(({ resource }) => resource === "filters");
    expect(new Set(filters.map(({ shop }) => shop?.name))).toEqual(new Set(["aurora-demo", "borealis-demo"]));
    // Every shop has these.
    expect(await search("Custom filter")).toEqual([]);
  });

  it("still finds shops by name and items by id, and finds nothing by an order's name", async () => {
    // Both are called Aurora; the domain of one begins so.
    expect((await search("Aurora")).map(({ name }) => name).sort()).toEqual(["aurora-demo", "borealis-demo"]);
    expect(await search("aurora-d")).toEqual([{ resource: "shops", id: tenant, name: "aurora-demo", shop: null }]);
    const ofAll = { automations: ids.automation, designs: ids.report, filters: ids.filter };
    for (const [resource, id] of Object.entries(ofAll)) expect(await search(id)).toMatchObject([{ resource, id }]);
    expect(await search("#1001")).toEqual([]);
  });
});
