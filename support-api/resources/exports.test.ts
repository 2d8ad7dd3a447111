import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ExportStatus } from "#domain/enumerations.ts";
import { collections } from "#domain/read-models/documents.ts";
import type { ConsoleExport } from "#domain/wire/support/console.ts";
import type { JsonObject } from "#infra/ports/json.ts";
import { type ConsoleForTests, startConsoleForTests } from "#tests/support/console-for-tests.ts";

let support: ConsoleForTests;
beforeAll(async () => {
  support = await startConsoleForTests();
  await support.readStore.ensureCollections(Object.values(collections));
});
afterAll(() => support.close());

describe("an export in the console", () => {
  it.each([
    ["automated", { run: { automationId: "a", runId: "r" } }, { automationId: "a", runId: "r" }],
    ["manual", {}, null],
  ])("shows the run and automated report that it is for: %s", async (trigger, more: JsonObject, run) => {
    const document = { exportId: trigger, tenant: "t", trigger, status: ExportStatus.Finished, ...more };
    await support.readStore.apply([
      { collection: collections.exports.name, kind: "put", id: trigger, document, position: "1" },
    ]);
    const { cookie } = await support.signIn("viewer");
    const { text } = await support.ask(`/support/api/exports/${trigger}`, { cookie });
    expect((JSON.parse(text) as ConsoleExport).run).toEqual(run);
  });

  it("is named after its automated report, even a deleted one, or else after its design", async () => {
    const put = (collection: string, id: string, document: JsonObject) =>
      ({ collection, kind: "put", id, document: { tenant: "t", ...document }, position: "2" }) as const;
    const exported = (id: string, more: JsonObject) =>
      put(collections.exports.name, id, {
        ...{ exportId: id, title: "Orders", status: ExportStatus.Finished, createdAt: "2026-11-20T10:00:00.000Z" },
        ...more,
      });
    const of = (automationId: string) => ({ trigger: "automated", run: { automationId, runId: "r" } });
    await support.readStore.apply([
      put(collections.automations.name, "daily", { title: "Daily takings" }),
      put(collections.recentlyDeleted.name, "weekly", { title: "Weekly takings" }),
      exported("by-hand", { trigger: "manual" }),
      exported("daily-one", of("daily")),
      exported("weekly-one", of("weekly")),
      exported("lost-one", of("lost")),
    ]);
    const { cookie } = await support.signIn("viewer");
    const ids = ["by-hand", "daily-one", "weekly-one", "lost-one"];
    const filter = encodeURIComponent(JSON.stringify({ id: ids }));
    const { text } = await support.ask(`/support/api/exports?filter=${filter}`, { cookie });
    expect((JSON.parse(text) as ConsoleExport[]).map(({ title, design }) => [title, design])).toEqual([
      ["Orders", "Orders"],
      ["Daily takings", "Orders"],
      ["Weekly takings", "Orders"],
      ["Orders", "Orders"],
    ]);
  });
});
