import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readAlerts } from "#application/alerts/read-alerts.ts";
import { recordThrottled } from "#application/alerts/throttled.ts";
import { recordMail } from "#application/mails/mail-records.ts";
import { NotBuilt } from "#application/read-models/serve.ts";
import { type AlertName, alertDefinitions, behindAfter, overdueAfter } from "#domain/console/alerts.ts";
import { type AutomationHealthDocument, collections } from "#domain/read-models/documents.ts";
import type { ConsoleAlerts } from "#domain/wire/support/console-alerts.ts";
import { type ConsoleForTests, type SignedInBrowser, startConsoleForTests } from "#tests/support/console-for-tests.ts";

let support: ConsoleForTests;
let viewer: SignedInBrowser;
let written: number;
beforeEach(async () => {
  support = await startConsoleForTests();
  viewer = await support.signIn("viewer");
  written = 0;
  await support.readStore.ensureCollections(Object.values(collections));
});
afterEach(() => support.close());

const put = (collection: string, id: string, document: object) => {
  written += 1;
  const position = String(written).padStart(6, "0");
  return support.readStore.apply([{ collection, kind: "put", id, position, document: { ...document } }]);
};
const givenShop = (tenant: string, installed = true) =>
  put(collections.shops.name, tenant, { tenant, shop: `${tenant}-demo`, name: tenant, installed, tier: "Growth" });
const givenReport = (automationId: string, fields: Partial<AutomationHealthDocument>) =>
  put(collections.standings.name, automationId, {
    tenant: "aurora",
    automationId,
    title: `Report ${automationId}`,
    enabled: true,
    deleted: false,
    endsTo: null,
    expired: null,
    standing: "suspended",
    troubled: true,
    since: "2026-11-19T10:00:00.000Z",
    failedTries: 5,
    reason: "The server refused the password.",
    retryArrived: null,
    runId: "run-1",
    retryReason: null,
    triedAgain: false,
    waitsFor: null,
    mayHaveArrived: false,
    ...fields,
  });

const read = async (): Promise<ConsoleAlerts> =>
  JSON.parse((await support.ask("/support/api/signs", { cookie: viewer.cookie })).text);
const signOf = async (name: AlertName) => (await read()).signs.find(({ id }) => id === name);
/** Number of rows in the list that an alert links to. */
const listed = async ({ list, filter }: (typeof alertDefinitions)[number]): Promise<number> => {
  const query = new URLSearchParams({ filter: JSON.stringify(filter), range: "[0,0]" });
  const { headers, status } = await support.ask(`/support/api/${list}?${query}`, { cookie: viewer.cookie });
  expect(status).toBe(200);
  return Number(headers.get("content-range")?.split("/")[1]);
};

const givenTroubles = async () => {
  const { queue, clock, state, measured, parked } = support;
  await givenShop("aurora");
  await givenShop("left", false);
  await givenReport("a1", {});
  await givenReport("a2", { since: "2026-11-18T10:00:00.000Z" });
  await givenReport("a3", { standing: "failing", failedTries: 2 });
  // Its end was postponed since, so it runs again.
  await givenReport("a4", { standing: "failing", expired: "2026-11-19", endsTo: "2026-12-19" });
  await givenReport("a5", { expired: "2026-11-19", endsTo: "2026-11-19" });
  // These need nobody's attention.
  await givenReport("expired", { standing: "failing", expired: "2026-11-19", endsTo: "2026-11-19" });
  await givenReport("paused", { enabled: false });
  await givenReport("deleted", { deleted: true });
  await givenReport("left", { tenant: "left" });
  await givenReport("well", { standing: "well", troubled: false, since: null });
  const job = { kind: "export", lane: "short", tenant: "aurora", dueAt: clock.now(), payload: {} };
  await queue.enqueue({ ...job, id: "dead" });
  const claimed = await queue.claim({ kinds: ["export"], lanes: ["short"], worker: "w", leaseMs: 1_000 });
  if (claimed) await queue.deadLetter(claimed, "Broken.");
  for (const id of ["j1", "j2", "j3"]) await queue.enqueue({ ...job, id });
  clock.advance(overdueAfter);
  await queue.enqueue({ ...job, id: "new", dueAt: clock.now() });
  measured.push(
    {
      id: "read model:exports",
      what: "read model",
      name: "exports",
      state: "behind",
      since: ago(behindAfter),
      figure: "",
    },
    { id: "read model:runs", what: "read model", name: "runs", state: "well", since: null, figure: "" },
    { id: "disk:data", what: "disk", name: "data", state: "low", since: ago(1_000), figure: "" },
  );
  parked.push({
    readModel: "exports",
    version: 1,
    shown: true,
    document: {
      kind: "parked",
      projection: "exports",
      collection: "exports",
      documentId: "x1",
      eventId: "e1",
      eventType: "ExportFinished",
      stream: "export-x1",
      version: 3,
      instant: "2026-11-17T10:00:00.000Z",
      reason: "Cannot read this.",
    },
  });
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  for (const [id, outcome] of [
    ["m1", "waiting"],
    ["m2", "waiting"],
    ["m3", "refused"],
    ["m4", "sent"],
    ["m5", "stuck"],
    ["m6", "failed"],
  ] as const)
    await recordMail(
      { state, clock },
      { id, kind: "alert", tenant: "aurora", about: "a1", outcome, reason: null, recipients: 1 },
    );
  // Greylisted or refused for its content, so it doesn't wait for our mail server.
  await recordMail(
    { state, clock },
    {
      ...{ id: "m7", kind: "report", tenant: "aurora", about: "run-1", outcome: "waiting", recipients: 1 },
      ...{ reason: "code 450 4.2.0 to RCPT TO", isOurs: false },
    },
  );
  recordThrottled({ state, clock, log })("aurora-demo", "THROTTLED");
  await expect.poll(() => state.find("throttled", "shop")).toHaveLength(1);
};
const ago = (ms: number): string => new Date(support.clock.wall().getTime() - ms).toISOString();

it("a report that needs attention stays visible among many newer ones of uninstalled shops", async () => {
  await givenShop("aurora");
  await givenShop("left", false);
  await givenReport("ours", { since: "2026-11-01T10:00:00.000Z" });
  await support.readStore.apply(
    Array.from({ length: 1_200 }, (_, n) => ({
      collection: collections.standings.name,
      kind: "put" as const,
      id: `gone-${n}`,
      position: "900000",
      document: {
        tenant: "left",
        automationId: `gone-${n}`,
        enabled: true,
        deleted: false,
        troubled: true,
        standing: "suspended",
        since: "2026-11-19T10:00:00.000Z",
      },
    })),
  );
  expect(await signOf("suspended-reports")).toMatchObject({ count: 1 });
});

describe("the alerts", () => {
  it("are all listed, each with 0, if nothing is wrong, with the time of the check", async () => {
    const { lookedAt, signs: found } = await read();
    expect(lookedAt).toBe("2026-11-20T12:00:00.000Z");
    expect(found).toEqual(alertDefinitions.map(({ name }) => ({ id: name, count: 0, since: null })));
  });

  it("leave out a read model that is being built for the first time", async () => {
    const { signs: deps } = support.deps;
    const find = () => Promise.reject(new NotBuilt("standings"));
    const { signs: found } = await readAlerts({ ...deps, readModels: { ...deps.readModels, find } });
    const names = alertDefinitions.map(({ name }) => name).filter((name) => !name.endsWith("-reports"));
    expect(found.map(({ id }) => id)).toEqual(names);
  });

  it("show the exact counts of the lists they link to", async () => {
    await givenTroubles();
    const { signs: found } = await read();
    expect(found.map(({ id, count }) => [id, count])).toEqual([
      ["suspended-reports", 3],
      ["failing-reports", 2],
      ["dead-jobs", 1],
      ["overdue-jobs", 3],
      ["parked-documents", 1],
      ["lags", 1],
      ["throttled-shops", 1],
      ["waiting-mails", 2],
      ["refused-mails", 1],
      ["low-disks", 1],
    ]);
    for (const sign of alertDefinitions)
      expect([sign.name, await listed(sign)]).toEqual([sign.name, found.find(({ id }) => id === sign.name)?.count]);
  });

  it("show since when the oldest problem exists", async () => {
    await givenTroubles();
    expect(await signOf("suspended-reports")).toMatchObject({ since: "2026-11-18T10:00:00.000Z" });
    expect(await signOf("parked-documents")).toMatchObject({ since: "2026-11-17T10:00:00.000Z" });
    expect(await signOf("overdue-jobs")).toMatchObject({ since: ago(overdueAfter) });
    expect(await signOf("lags")).toMatchObject({ since: ago(behindAfter) });
  });
});

describe("a list of problems", () => {
  const list = async (name: string, query: Record<string, unknown> = {}) => {
    const asked = Object.fromEntries(Object.entries(query).map(([key, value]) => [key, JSON.stringify(value)]));
    const { text, headers } = await support.ask(`/support/api/${name}?${new URLSearchParams(asked)}`, {
      cookie: viewer.cookie,
    });
    return { rows: JSON.parse(text) as Record<string, unknown>[], range: headers.get("content-range") };
  };

  it("has a shop's reports in order, by page, and each with its run", async () => {
    await givenTroubles();
    const { rows, range } = await list("troubled-reports", { filter: { tenant: "aurora" }, range: [0, 1] });
    expect(rows.map(({ id }) => id)).toEqual(["a2", "a1"]);
    expect(range).toBe("troubled-reports 0-1/5");
    expect(rows[0]).toMatchObject({ standing: "suspended", runId: "run-1", failedTries: 5 });
  });

  it("warns in the merchant's words that a suspended report's retry may have arrived", async () => {
    await givenShop("aurora");
    await givenReport("a1", { retryArrived: { reached: 0, recipients: 2, unsure: true }, runId: "retry-1" });
    expect((await list("troubled-reports")).rows).toMatchObject([
      {
        runId: "retry-1",
        reason:
          "The report after the stop may have arrived. Ask its recipients before you start it, because it covers the same time again.",
      },
    ]);
  });

  const askFirst = "Fix the cause. Ask its recipients before you start it, because it covers the same time again.";
  const ask = "Ask its recipients before you send it again.";
  const partly = "1 of 2 recipients has the report. It answered 500.";
  it.each([
    [
      "stopped, and an earlier report reached somebody",
      { mayHaveArrived: true },
      `The server refused the password. An earlier report may have reached recipients. ${askFirst}`,
    ],
    [
      "stopped, and its last report reached somebody",
      { reason: partly, mayHaveArrived: true },
      `${partly} ${askFirst}`,
    ],
    [
      "failing and tried again",
      { standing: "failing", reason: `${partly} The report may have arrived. ${ask}`, triedAgain: true },
      `${partly} The report may have arrived.`,
    ],
    ["tried again", { reason: partly, mayHaveArrived: true, triedAgain: true }, partly],
    ["tried again, and somebody has that", { triedAgain: true, waitsFor: partly }, partly],
    ["failing, and somebody has the waiting one", { standing: "failing", triedAgain: true, waitsFor: partly }, partly],
    ["failing", { standing: "failing" }, "The server refused the password."],
  ] as const)("says of a report what its merchant's editor says: %s", async (_, fields, reason) => {
    await givenShop("aurora");
    await givenReport("a1", fields);
    expect((await list("troubled-reports")).rows).toMatchObject([{ reason }]);
  });

  it("has open jobs with their states, by kind and due time, without their payload", async () => {
    await givenTroubles();
    await support.queue.enqueue({
      id: "slot",
      kind: "look",
      lane: "short",
      tenant: "aurora",
      dueAt: new Date(support.clock.now().getTime() + 3_600_000),
      payload: { secret: "hush" },
    });
    const { rows, range } = await list("open-jobs", { filter: { kind: "look" } });
    expect([rows, range]).toMatchObject([[{ id: "slot", state: "later", attempts: 0 }], "open-jobs 0-0/1"]);
    expect(JSON.stringify(rows)).not.toContain("hush");
    const soon = await list("open-jobs", { filter: { state: "overdue" }, sort: ["dueAt", "DESC"], range: [0, 0] });
    expect([soon.rows[0]?.id, soon.range]).toEqual(["j3", "open-jobs 0-0/3"]);
    const { text } = await support.ask("/support/api/open-jobs/slot", { cookie: viewer.cookie });
    expect(JSON.parse(text)).toMatchObject({ id: "slot", lane: "short" });
  });

  it("has throttled shops with their tenant", async () => {
    await givenTroubles();
    expect((await list("throttled-shops")).rows).toMatchObject([
      { id: "aurora", tenant: "aurora", reason: "THROTTLED" },
    ]);
  });
});
