import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Budgets, createBudgets } from "#application/admission/budget.ts";
import { hourlyBudgets } from "#application/admission/limits.ts";
import type { CallOf } from "#application/http/route.ts";
import { isRefusal } from "#domain/core/decider.ts";
import { startWebForTests, type WebForTests } from "#tests/support/web-for-tests.ts";
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
const _nothingLeft = () => budgets.changes.spend(tenant, 2 * hourlyBudgets.changes.amount);

describe("the cost of a change for a shop", () => {
  it("is charged the first time, and not for repeats", async () => {
    await run(create, "c");
    for (let times = 0; times < 3; times += 1) expect(await run(create, "c")).toMatchObject({ repeated: true });
    expect(spent).toEqual([expect.any(Number)]);
  });

  it("is nothing for a refusal, or a command without changes", async () => {
    await run(create);
    spent = [];
    for (const id of [undefined, "c"]) expect(isRefusal(await run(unknown, id))).toBe(true);
    expect(await run({ type: "OrderFilters", base: [], wanted: [] })).toMatchObject({ events: [] });
    expect(spent).toEqual([]);
  });
});
