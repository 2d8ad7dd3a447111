import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { readCurrentStatuses } from "#application/local-status/read-statuses.ts";
import { collections } from "#domain/read-models/documents.ts";
import type { HistoryPage } from "#domain/wire/history.ts";
import type { Query } from "#infra/ports/stores/read-store.ts";
import { type Database, openDatabase } from "#infra/sqlite/database.ts";
import { findSql } from "#infra/sqlite/read-models/read-query.ts";
import { collectionSql, readSchema } from "#infra/sqlite/read-models/read-schema.ts";
import { type ConsoleForTests, type SignedInBrowser, startConsoleForTests } from "#tests/support/console-for-tests.ts";
import { startWebForTests, type WebForTests } from "#tests/support/web-for-tests.ts";

/** The time to list one shop's items doesn't depend on other shops: an index finds and orders them. */

let web: WebForTests;
let folder: string;
let db: Database;
beforeAll(async () => {
  web = await startWebForTests();
  await web.readStore.ensureCollections(Object.values(collections));
  folder = await mkdtemp(join(tmpdir(), "sheaf-lists-"));
  db = openDatabase({ file: join(folder, "read-models.db"), synchronous: "NORMAL", schema: readSchema });
  for (const sql of Object.values(collections).flatMap(collectionSql)) await db.write(() => db.prepare(sql).run());
});
afterAll(async () => {
  await web.close();
  db.close();
  await rm(folder, { recursive: true });
});

const planOf = (collection: string, query: Query): string => {
  const { text, parameters } = findSql(collection, query);
  const steps = db.prepare(`EXPLAIN QUERY PLAN ${text}`).all(...parameters);
  return steps.map(({ detail }) => String(detail)).join("; ");
};

describe("a list of a shop is read by an index", () => {
  it.each<[string, string]>([
    ["filters", "filters/get-filters"],
    ["report designs", "reports/get-reports"],
    ["report exports", "reporting/getExportList"],
    ["runs of an automated report", "reporting/automation-history/a"],
    ["automated reports", "automations/get-automations"],
    ["deleted automated reports", "automations/deleted"],
    ["the history of an automated report", "automations/history?id=a"],
    ["impersonation sessions", "support/get-looks"],
    ["deleted filters", "filters/deleted"],
    ["deleted report designs", "reports/deleted"],
    ["the history of a filter", "filters/history?id=f"],
    [
      "older lines of that history",
      `filters/history?id=f&before=${Buffer.from('{"below":9,"standing":true}').toString("base64url")}`,
    ],
  ])("for %s", async (_name, path) => {
    const { token } = await web.givenShop("any-shop");
    const finding = vi.spyOn(web.readStore, "find");
    await web.ask("GET", path, { token });
    const asked = [...finding.mock.calls];
    finding.mockRestore();
    expect(asked).toHaveLength(1);
    for (const [collection, query] of asked) {
      const plan = planOf(collection, query);
      expect(plan).toMatch(new RegExp(`^SEARCH documents/${collection} USING INDEX documents/${collection}/tenant\\+`));
      // Lines of the same place may be put in order by their ids; all of them may not.
      expect(plan).not.toMatch(/SCAN|TEMP B-TREE FOR ORDER BY/);
    }
  });
});

/** A run with the fields that lists need. */
const givenRun = (tenant: string, version: number) =>
  web.readStore.apply([
    {
      collection: collections.runs.name,
      kind: "put",
      id: `run-${version}`,
      position: String(version).padStart(9, "0"),
      document: { tenant, automationId: "a", runId: `run-${version}`, version, cause: "test" },
    },
  ]);

describe("the slots of an automated report are read by an index, and only the requested ones", () => {
  const along = (collection: string, fields: string, bounds: string): RegExp =>
    new RegExp(
      `^SEARCH documents/${collection} USING INDEX documents/${collection}/${fields} \\(${bounds}\\)(; USE TEMP B-TREE FOR LAST TERM OF ORDER BY)?$`,
    );
  const ofReport = "<expr>=\\? AND <expr>=\\?";
  it.each<[string, string, RegExp[]]>([
    [
      "older runs",
      "reporting/automation-history/a?before=run-9",
      [along("runs", "tenant\\+automationId\\+version", `${ofReport} AND <expr><\\?`)],
    ],
    [
      "slots between two days",
      "automations/get-slots/a?from=2026-11-01&to=2026-11-30",
      [
        along("slots", "tenant\\+automationId\\+from", `${ofReport} AND <expr><\\?`),
        along("slots", "tenant\\+automationId\\+from", `${ofReport} AND <expr>>\\? AND <expr><\\?`),
        along("runs", "tenant\\+automationId\\+version", ofReport),
      ],
    ],
  ])("%s", async (name, path, plans) => {
    const { tenant, token } = await web.givenShop(`shop-of-${name.replaceAll(" ", "-")}`);
    await givenRun(tenant, 9);
    const finding = vi.spyOn(web.readStore, "find");
    await web.ask("GET", path, { token });
    const asked = [...finding.mock.calls];
    finding.mockRestore();
    expect(asked).toHaveLength(plans.length);
    for (const [n, [collection, query]] of asked.entries()) expect(planOf(collection, query)).toMatch(plans[n] ?? "");
  });
});

it("the local statuses of a page of orders are read in one query, by an index", async () => {
  const finding = vi.spyOn(web.readStore, "find");
  await readCurrentStatuses(web.readStore, "t")(Array.from({ length: 250 }, (_, n) => `${5_000 + n}`));
  expect(finding.mock.calls).toHaveLength(1);
  const [collection = "", query = {}] = finding.mock.calls[0] ?? [];
  finding.mockRestore();
  const plan = planOf(collection, query);
  expect(plan).toMatch(
    /^SEARCH documents\/local-statuses USING INDEX documents\/local-statuses\/tenant\+orderId \(<expr>=\? AND <expr>=\?\)/,
  );
  expect(plan).not.toMatch(/SCAN documents/);
});

it("a page of a history is read in one query of at most 100 changes", async () => {
  const { tenant, token } = await web.givenShop("edited-shop");
  await web.readStore.apply(
    Array.from({ length: 400 }, (_, version) => ({
      collection: collections.workspaceHistory.name,
      kind: "put",
      id: `f:${version}`,
      position: String(version).padStart(9, "0"),
      document: {
        tenant,
        objectKind: "filter",
        objectId: "f",
        version,
        instant: new Date(Date.UTC(2026, 0, 1, 0, version)).toISOString(),
        actor: { kind: "merchant" },
        change: { kind: "renamed", from: `${version - 1}`, to: `${version}` },
        content: true,
      },
    })),
  );
  const finding = vi.spyOn(web.readStore, "find");
  const { envelope } = await web.ask("GET", "filters/history?id=f", { token });
  expect((envelope.Data as unknown as HistoryPage).Items).toHaveLength(50);
  expect(finding.mock.calls.map(([, { limit }]) => limit)).toEqual([100]);
  finding.mockRestore();
});

describe("a console list of all shops or one shop is read by an index", () => {
  let support: ConsoleForTests;
  let person: SignedInBrowser;
  beforeAll(async () => {
    support = await startConsoleForTests();
    await support.readStore.ensureCollections(Object.values(collections));
    person = await support.signIn("viewer");
  });
  afterAll(() => support.close());

  it.each<[string, object]>([
    ["exports", {}],
    ["exports", { status: "failed" }],
    ["exports", { tenant: "t" }],
    ["exports", { since: "2026-11-01", before: "2026-11-20" }],
    ["automations", {}],
    ["runs", {}],
    ["runs", { outcome: "failed" }],
    ["runs", { tenant: "t" }],
    ["runs", { automationId: "a" }],
    ["shops", {}],
    ["shops", { q: "aurora" }],
    ["troubled-reports", {}],
    ["shops", { charge: "pending" }],
    ["console-acts", {}],
    ["console-acts", { agent: "a" }],
    ["console-acts", { tenant: "t" }],
    ["console-acts", { what: "signed in" }],
    ["happenings", { tenant: "t" }],
    ["happenings", { tenant: "t", thing: "design" }],
    ["happenings", { tenant: "t", by: "merchant" }],
    ["happenings", { tenant: "t", agent: "a" }],
    ["happenings", { tenant: "t", about: "a" }],
    ["happenings", { tenant: "t", request: "r" }],
    ["happenings", { tenant: "t", since: "2026-11-01", before: "2026-11-20" }],
    ["impersonations", {}],
    ["impersonations", { agent: "a" }],
    ["impersonations", { tenant: "t" }],
  ])("%s, %j", async (name, filter) => {
    const finding = vi.spyOn(support.readStore, "find");
    await support.ask(`/support/api/${name}?filter=${encodeURIComponent(JSON.stringify(filter))}`, {
      cookie: person.cookie,
    });
    const [[collection, query] = ["", {}]] = [...finding.mock.calls];
    finding.mockRestore();
    const plan = planOf(collection, query);
    expect(plan).toMatch(/USING INDEX documents\//);
    expect(plan).not.toMatch(/TEMP B-TREE FOR ORDER BY/);
  });

  it("the version of a shop's stream at an instant is found by an index", async () => {
    await support.readStore.apply([
      { collection: collections.shops.name, kind: "put", id: "t", position: "1", document: { tenant: "t", shop: "s" } },
    ]);
    const finding = vi.spyOn(support.readStore, "find");
    await support.ask("/support/api/shops/t/as-of?at=2026-11-20T10:00:00Z", { cookie: person.cookie });
    const asked = [...finding.mock.calls];
    finding.mockRestore();
    expect(asked.map(([collection]) => collection)).toEqual(["happenings", "happenings"]);
    for (const [collection, query] of asked)
      expect(planOf(collection, query)).toMatch(
        /USING INDEX documents\/happenings\/tenant\+stream\+when \(<expr>=\? AND <expr>=\? AND <expr><\?\)/,
      );
  });

  it("for agents with acts, one query per agent instead of all acts", async () => {
    const finding = vi.spyOn(support.readStore, "find");
    await support.ask("/support/api/agents", { cookie: person.cookie });
    const asked = finding.mock.calls.filter(([collection]) => collection === collections.consoleActs.name);
    finding.mockRestore();
    expect(asked.length).toBeGreaterThan(0);
    // Whatever the order leaves open is sorted: by the agent alone, all acts of one.
    for (const [, { sort = [] }] of asked)
      expect(collections.consoleActs.indexes).toContainEqual(sort.map(({ field }) => field));
    expect((await support.ask("/support/api/agents/nobody", { cookie: person.cookie })).status).toBe(404);
  });

  it("shops are found by name using an index, in name order", async () => {
    const finding = vi.spyOn(support.readStore, "find");
    const query = `filter=${encodeURIComponent('{"name":"Aurora D"}')}&sort=${encodeURIComponent('["name","ASC"]')}`;
    await support.ask(`/support/api/shops?${query}`, { cookie: person.cookie });
    const [[collection, asked] = ["", {}]] = [...finding.mock.calls];
    finding.mockRestore();
    const plan = planOf(collection, asked);
    expect(plan).toMatch(/USING INDEX documents\/shops\/nameKey \(<expr>>\? AND <expr><\?\)/);
    expect(plan).not.toMatch(/TEMP B-TREE/);
  });

  it("for names, by each word, in all shops, at most twenty", async () => {
    const finding = vi.spyOn(support.readStore, "find");
    await support.ask("/support/api/search?q=Daily%20takings", { cookie: person.cookie });
    const asked = finding.mock.calls.filter(([collection]) => collection === "titles");
    finding.mockRestore();
    expect(asked).toHaveLength(6);
    for (const [collection, query] of asked) {
      expect(query.limit).toBe(20);
      const plan = planOf(collection, query);
      expect(plan).toMatch(/USING INDEX documents\/titles\/key\d \(<expr>>\? AND <expr><\?\)/);
      expect(plan).not.toMatch(/TEMP B-TREE/);
    }
  });

  it("for the events of a request, in all shops", async () => {
    const finding = vi.spyOn(support.readStore, "find");
    await support.ask("/support/api/search?q=request-1", { cookie: person.cookie });
    const query = finding.mock.calls.find(([collection]) => collection === "happenings")?.[1] ?? {};
    finding.mockRestore();
    const plan = planOf("happenings", query);
    expect(plan).toMatch(/USING INDEX documents\/happenings\/correlation\+tenant\+when/);
    expect(plan).not.toMatch(/TEMP B-TREE FOR ORDER BY/);
  });
});
