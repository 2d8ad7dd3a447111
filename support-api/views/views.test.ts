import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ConsoleView } from "#domain/wire/support/console-alerts.ts";
import { type ConsoleForTests, type SignedInBrowser, startConsoleForTests } from "#tests/support/console-for-tests.ts";

let support: ConsoleForTests;
let viewer: SignedInBrowser;
let agent: SignedInBrowser;
beforeEach(async () => {
  support = await startConsoleForTests();
  viewer = await support.signIn("viewer");
  agent = await support.signIn("agent");
});
afterEach(() => support.close());

const failed = {
  list: "exports",
  name: "Failed today",
  filter: { status: "failed" },
  sort: { field: "createdAt", order: "DESC" },
};
const post = async (path: string, body: unknown, who = viewer) => {
  const { status, text } = await support.change(who, `/support/api/views${path}`, body);
  return { status, body: JSON.parse(text) };
};
const views = async (who = viewer): Promise<ConsoleView[]> =>
  JSON.parse((await support.ask("/support/api/views", { cookie: who.cookie })).text);

describe("a saved view of a list", () => {
  it("is there at the next sign-in, only for the person who saved it", async () => {
    const { status, body } = await post("", failed);
    expect([status, body]).toMatchObject([200, { ...failed, isDefault: false }]);
    viewer = await support.signIn("viewer");
    expect(await views()).toEqual([body]);
    expect(await views(agent)).toEqual([]);
    for (const [path, change] of Object.entries({ rename: { name: "Mine" }, choose: { isDefault: true }, remove: {} }))
      expect((await post(`/${body.id}/${path}`, change, agent)).status).toBe(404);
    expect(await views()).toEqual([body]);
  });

  it("is sorted by its name, with numbers by their value", async () => {
    for (const name of ["Week 10", "Week 9"]) await post("", { ...failed, name });
    expect((await views()).map(({ name }) => name)).toEqual(["Week 9", "Week 10"]);
  });

  it("can be renamed, be what its list opens with instead of another one, and be removed", async () => {
    const first = (await post("", failed)).body.id;
    const second = (await post("", { ...failed, name: "Second" })).body.id;
    await post("", {
      ...failed,
      list: "runs",
      name: "Of runs",
      filter: {},
      sort: { field: "claimedAt", order: "ASC" },
    });
    await post(`/${first}/choose`, { isDefault: true });
    await post(`/${second}/choose`, { isDefault: true });
    expect((await post(`/${first}/rename`, { name: "  First " })).body).toMatchObject({ name: "First" });
    expect((await views()).map(({ name, isDefault }) => [name, isDefault])).toEqual([
      ["First", false],
      ["Second", true],
      ["Of runs", false],
    ]);
    expect((await post(`/${first}/remove`, {})).status).toBe(200);
    expect((await post(`/${first}/remove`, {})).status).toBe(404);
    expect((await views()).map(({ name }) => name)).toEqual(["Second", "Of runs"]);
  });

  it.each([
    ["no list", { ...failed, list: "nothing" }],
    ["no such filter", { ...failed, filter: { owner: "x" } }],
    ["no such value", { ...failed, filter: { status: "odd" } }],
    ["no such order", { ...failed, sort: { field: "secret", order: "ASC" } }],
    ["no name", { ...failed, name: "  " }],
    ["too long a name", { ...failed, name: "x".repeat(61) }],
    ["something else", { ...failed, more: 1 }],
  ])("is refused with a sentence where it has %s", async (_what, body) => {
    const refused = await post("", body);
    expect([refused.status, typeof refused.body.message]).toEqual([400, "string"]);
    expect(await views()).toEqual([]);
  });

  it("needs its own name in its list", async () => {
    await post("", failed);
    expect((await post("", failed)).body.message).toMatch(/already/);
    expect(await views()).toHaveLength(1);
  });
});
