import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { CallOf } from "#application/http/route.ts";
import { isRefusal } from "#domain/core/decider.ts";
import { SieverCode } from "#domain/filters/sievers.ts";
import { pickFilterContent } from "#domain/wire/filters/filter-on-wire.ts";
import { workspaceDecider } from "#domain/workspace/decider.ts";
import { startWebForTests, type WebForTests } from "#tests/support/web-for-tests.ts";
import { type Budgets, createBudgets, hourlyLimits } from "../budget.ts";
import { executeOnWorkspace, type MerchantCommand } from "./execute-on-workspace.ts";

let web: WebForTests;
let tenant: string;
let budgets: Budgets;
let spent: number[];
beforeEach(async () => {
  web = await startWebForTests();
  ({ tenant } = await web.givenShop("aurora-demo"));
  const real = createBudgets(web.clock.steady);
  spent = [];
  const spend = (shop: string, amount: number) => {
    spent.push(amount);
    real.changes.spend(shop, amount);
  };
  budgets = { ...real, changes: { ...real.changes, spend } };
});
afterEach(() => web.close());

const run = (command: MerchantCommand, commandId?: string) => {
  const call = {
    requestId: "r",
    commandId,
    caller: { tenant },
    setPosition: () => undefined,
    assertStillAdmitted: async () => undefined,
    setHeader: () => undefined,
  };
  return executeOnWorkspace({ ...web, budgets }, call as unknown as CallOf<"shop">, "step", () => command);
};
const create: MerchantCommand = { type: "CreateFilter", maxFilters: 1 };
const unknown: MerchantCommand = { type: "DeleteFilter", filterId: "nobody's" };
const nothingLeft = () => budgets.changes.spend(tenant, 2 * hourlyLimits.changes);

describe("the cost of a change for a shop", () => {
  it("is the size of its events the first time, and nothing for repeats", async () => {
    await run(create, "c");
    for (let times = 0; times < 3; times += 1) expect(await run(create, "c")).toMatchObject({ repeated: true });
    expect(spent).toEqual([expect.any(Number)]);
  });

  it("is the remembered refusal of a named command, once", async () => {
    for (let times = 0; times < 3; times += 1) expect(isRefusal(await run(unknown, "c"))).toBe(true);
    expect(spent).toEqual([500]);
  });

  it("is free for a refusal, or a command without changes, of which nothing is kept", async () => {
    await run(create);
    spent = [];
    await run(unknown);
    expect(await run({ type: "OrderFilters", base: [], wanted: [] })).toMatchObject({ events: [] });
    expect(spent).toEqual([]);
  });

  it("is free for the repeat of a long refusal, which gets the same answer without any budget", async () => {
    await run(create);
    const [filter] = (await web.runner.load(workspaceDecider, tenant)).state.filters;
    if (!filter) throw new Error("There is no filter.");
    const base = pickFilterContent(filter);
    const withTags = (letter: string): MerchantCommand => {
      const tags = Array.from({ length: 50 }, (_, n) => `${n}-${letter.repeat(200)}`);
      const wanted = { ...base, sievers: { [SieverCode.ProductTags]: tags } };
      return { type: "UpdateFilter", filterId: filter.filterId, base, wanted, texts: new Map() };
    };
    await run(withTags("a"));
    const refused = await run(withTags("b"), "c");
    expect(JSON.stringify(refused).length).toBeGreaterThan(1_000);
    nothingLeft();
    spent = [];
    expect(await run(withTags("b"), "c")).toEqual(refused);
    expect(spent).toEqual([]);
    await expect(run(create)).rejects.toThrow("too many changes within an hour. Try again in");
  });
});
