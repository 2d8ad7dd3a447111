import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Budgets, createBudgets } from "#application/admission/budget.ts";
import { hourlyBudgets } from "#application/admission/limits.ts";
import type { CallOf } from "#application/http/route.ts";
import { isRefusal } from "#domain/core/decider.ts";
import { personalPrefix } from "#domain/filters/personal.ts";
import { SieverCode } from "#domain/filters/sievers.ts";
import { pickFilterContent } from "#domain/wire/filters/filter-on-wire.ts";
import { startWebForTests, type WebForTests } from "#tests/support/web-for-tests.ts";
import { executeOnWorkspace } from "../workspace/execute-on-workspace.ts";
import { saveFilter } from "./save-filter.ts";

let web: WebForTests;
let budgets: Budgets;
beforeEach(async () => {
  web = await startWebForTests();
  budgets = createBudgets(web.clock.steady);
});
afterEach(() => web.close());

describe("saving a filter with new values, when the shop's budget is nearly used up", () => {
  it("succeeds once started, and its values count against the budget", async () => {
    const { tenant } = await web.givenShop("aurora-demo");
    const deps = { ...web, budgets };
    const quiet = {
      setPosition: () => undefined,
      setHeader: () => undefined,
      assertStillAdmitted: async () => undefined,
    };
    const call = { requestId: "r", caller: { tenant }, ...quiet } as unknown as CallOf<"shop">;
    const created = await executeOnWorkspace(deps, call, "create-filter", () => ({
      type: "CreateFilter",
      maxFilters: 1,
    }));
    const [filter] = isRefusal(created) ? [] : created.state.filters;
    if (!filter) throw new Error("There is no filter.");
    // The values of the save have more than 2,000 characters, its events fewer.
    budgets.changes.spend(tenant, hourlyBudgets.changes.amount - 2_000);
    const save = (word: string) => {
      const tags = Array.from({ length: 20 }, (_, n) => `${n}-${word}`.padEnd(100, "x"));
      return saveFilter(deps, call, filter.filterId, {
        ...pickFilterContent(filter),
        sievers: { [SieverCode.CustomerTags]: tags },
      });
    };
    expect(await save("first")).toMatchObject({
      filterId: filter.filterId,
      sievers: { [SieverCode.CustomerTags]: { length: 20 } },
    });
    await expect(save("second")).rejects.toThrow("too many changes within an hour. Try again in");
    const words = ["0-first", "0-second"].map((word) => word.padEnd(100, "x"));
    expect(await web.vault.findReferences(words, { owner: tenant, prefix: personalPrefix })).toEqual([
      expect.any(String),
      undefined,
    ]);
  });
});
