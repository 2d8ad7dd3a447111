import { afterEach, beforeEach, expect, it } from "vitest";
import { recordMail } from "#application/mails/mail-records.ts";
import { collections } from "#domain/read-models/documents.ts";
import { type ConsoleForTests, type SignedInBrowser, startConsoleForTests } from "#tests/support/console-for-tests.ts";

let support: ConsoleForTests;
let viewer: SignedInBrowser;
beforeEach(async () => {
  support = await startConsoleForTests();
  viewer = await support.signIn("viewer");
});
afterEach(() => support.close());

const record = (kind: "report" | "alert" | "message to support", about: string) =>
  recordMail(support, { id: kind, kind, tenant: "aurora", about, outcome: "sent", reason: null, recipients: 1 });
const put = (collection: string, id: string, document: Record<string, string>) =>
  support.readStore.apply([{ collection, kind: "put", id, position: "000001", document }]);
const ask = async (path: string) => {
  const { status, text } = await support.ask(`/support/api/${path}`, { cookie: viewer.cookie });
  expect(status).toBe(200);
  return JSON.parse(text);
};
const titles = async (): Promise<unknown> =>
  Object.fromEntries((await ask("mails")).map(({ id, title }: { id: string; title: unknown }) => [id, title]));

it("e-mails have the title of their automated report, also once it was deleted", async () => {
  await support.readStore.ensureCollections(Object.values(collections));
  await put(collections.runs.name, "r1", { tenant: "aurora", automationId: "a1" });
  await put(collections.automations.name, "a1", { tenant: "aurora", title: "Daily takings" });
  await put(collections.recentlyDeleted.name, "a2", { tenant: "aurora", title: "Weekly takings" });
  await record("report", "r1");
  await record("alert", "a2");
  await record("message to support", "m1");
  expect(await titles()).toEqual({
    report: "Daily takings",
    alert: "Weekly takings",
    "message to support": null,
  });
  expect(await ask("mails/report")).toMatchObject({ title: "Daily takings" });
});
