import { afterEach, beforeEach, expect, it } from "vitest";
import { startWebForTests, type WebForTests } from "#tests/support/web-for-tests.ts";

let web: WebForTests;
beforeEach(async () => {
  web = await startWebForTests();
});
afterEach(() => web.close());

const named = (number: number) => ({ "x-command-id": `00000000-0000-4000-8000-${String(number).padStart(12, "0")}` });

it.each([
  ["with the version seen", true],
  ["without", false],
])("a save that is repeated %s, after the design was deleted, gets the first result", async (_name, seen) => {
  const { tenant, token } = await web.givenShop("aurora-demo");
  const created = await web.ask("POST", "reports/create-new", { token });
  const { id } = created.envelope.Data as { id: string };
  const etag = `"${(await web.eventStore.readStream(`workspace-${tenant}`)).at(-1)?.version}"`;
  const body = { id, title: "Mine", grouping: 0, ws_splitter: 0 };
  const save = (number: number) =>
    web.ask("PUT", "reports/update", { token, body, headers: { ...named(number), ...(seen && { "if-match": etag }) } });
  const first = await save(1);
  expect([first.status, first.envelope.Ok]).toEqual([200, true]);
  await web.ask("POST", "reports/delete", { token, body: id });
  const again = await save(1);
  expect([again.status, again.envelope.Data]).toEqual([200, first.envelope.Data]);
  expect((await save(2)).status).toBe(404);
});
