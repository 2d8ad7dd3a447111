import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ExportStatus } from "#domain/enumerations.ts";
import { collections } from "#domain/read-models/documents.ts";
import type { JsonObject } from "#infra/ports/json.ts";
import { type ConsoleForTests, startConsoleForTests } from "#tests/support/console-for-tests.ts";

/** Logged views of shops, judged by the responses (ADR 95). */

const searched = "7a9f0b6e-0000-4000-8000-00000000e001";

let support: ConsoleForTests;
beforeAll(async () => {
  support = await startConsoleForTests();
  await support.readStore.ensureCollections(Object.values(collections));
  let position = 0;
  const put = async (collection: { name: string }, id: string, document: JsonObject) => {
    position += 1;
    const at = String(position).padStart(4, "0");
    await support.readStore.apply([{ collection: collection.name, kind: "put", id, position: at, document }]);
  };
  for (const shop of ["aurora", "borealis"])
    await put(collections.shops, shop, { tenant: shop, shop, name: shop, tier: "Growth", installed: true });
  const givenExport = (exportId: string, tenant: string, status: ExportStatus) =>
    put(collections.exports, exportId, { exportId, tenant, status, createdAt: "2026-11-20T10:00:00.000Z" });
  await givenExport("e1", "aurora", ExportStatus.Finished);
  await givenExport("e2", "aurora", ExportStatus.Failed);
  await givenExport("e3", "borealis", ExportStatus.Finished);
  await givenExport(searched, "borealis", ExportStatus.Finished);
  await put(collections.runs, "r1", { runId: "r1", tenant: "aurora", automationId: "a1", claimedAt: "2026-11-20" });
  await put(collections.runs, "r2", { runId: "r2", tenant: "borealis", automationId: "a2", claimedAt: "2026-11-20" });
  const mail = { kind: "alert", tenant: "aurora", about: "a1", outcome: "sent", recipients: 1, at: "2026-11-20" };
  await support.state.put("mail:m1", mail, { index: { "mailed-on": "2026-11-20", "mailed-for": "aurora" } });
  await put(collections.consoleActs, "c1", { agent: "x", what: "signed in", tenant: "aurora", at: "2026-11-20" });
  await put(collections.happenings, "h1", { tenant: "aurora", when: "2026-11-20", stream: "none", version: 0 });
});
afterAll(() => support.close());

/** Shops logged as viewed when a new agent sends this request. */
const lookedAt = async (list: string, filter: Record<string, unknown> | undefined) => {
  const { cookie } = await support.signIn("viewer");
  const before = (await support.acts()).length;
  const query = filter === undefined ? "" : `?filter=${encodeURIComponent(JSON.stringify(filter))}`;
  const { status, text } = await support.ask(`/support/api/${list}${query}`, { cookie });
  expect([status, text]).toEqual([200, expect.anything()]);
  return (await support.acts())
    .slice(before)
    .filter(({ type }) => type === "ShopLookedAt")
    .map(({ tenant }) => tenant);
};

describe("a view of a shop is recorded", () => {
  it("for a search for an export by its id", async () => {
    expect(await lookedAt(`search?q=${searched}`, undefined)).toEqual(["borealis"]);
  });

  it.each(["exports", "runs", "mails", "automations", "open-jobs", "impersonations", "console-acts", "webhooks"])(
    "for a request for its %s, even with spaces around its id",
    async (list) => {
      for (const tenant of ["aurora", " aurora", "aurora\t", "\u00a0aurora "])
        expect(await lookedAt(list, { tenant })).toEqual(["aurora"]);
    },
  );

  it.each([
    ["runs", { automationId: "a1" }],
    ["mails", { about: "a1" }],
    ["exports", { status: "failed" }],
    ["exports", { id: ["e1"] }],
    ["exports", { id: "e1" }],
    ["runs", { id: ["r1", "none"] }],
    ["mails", { id: ["m1"] }],
  ])("for a response with only its %s: %j", async (list, filter) => {
    expect(await lookedAt(list, filter)).toEqual(["aurora"]);
  });

  it.each([
    ["exports", undefined],
    ["exports", { status: "finished" }],
    ["exports", { id: ["e1", "e3"] }],
    ["exports", { tenant: "nobody" }],
  ])("never for a response with several shops' items or none: %s %j", async (list, filter) => {
    expect(await lookedAt(list, filter)).toEqual([]);
  });

  it.each([
    ["shops", { id: ["aurora"] }],
    ["shops", { q: "aur" }],
    ["console-acts", { what: "signed in" }],
  ])("never for a search for shops by name, or for reading support's acts: %s %j", async (list, filter) => {
    expect(await lookedAt(list, filter)).toEqual([]);
  });
});
