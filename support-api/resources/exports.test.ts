import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ExportStatus } from "#domain/enumerations.ts";
import { collections } from "#domain/read-models/documents.ts";
import type { ConsoleExport } from "#domain/wire/console.ts";
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
  ])("says which run of which automated report it is for: %s", async (trigger, more: JsonObject, run) => {
    const document = { exportId: trigger, tenant: "t", trigger, status: ExportStatus.Finished, ...more };
    await support.readStore.apply([
      { collection: collections.exports.name, kind: "put", id: trigger, document, position: "1" },
    ]);
    const { cookie } = await support.signIn("viewer");
    const { text } = await support.ask(`/support/api/exports/${trigger}`, { cookie });
    expect((JSON.parse(text) as ConsoleExport).run).toEqual(run);
  });
});
