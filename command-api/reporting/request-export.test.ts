import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { DateRange, FileType } from "#domain/enumerations.ts";
import { shopDecider } from "#domain/shop/decider.ts";
import { workspaceDecider } from "#domain/workspace/decider.ts";
import type { Call } from "#infra/app/http/route.ts";
import { startWebForTests, type WebForTests } from "#tests/support/web-for-tests.ts";
import { createBudgets } from "../budget.ts";
import { frozenInputOf } from "./frozen.ts";
import { requestExport } from "./request-export.ts";

let web: WebForTests;
beforeEach(async () => {
  web = await startWebForTests();
});
afterEach(() => web.close());

describe("one command that reaches two web processes at the same moment", () => {
  it("is answered by both with the export of the first, with its moment and its name", async () => {
    const { tenant, token } = await web.givenShop("aurora-demo");
    await web.ask("POST", "reports/create-new", { token });
    const shop = (await web.runner.load(shopDecider, tenant)).state;
    const [design] = (await web.runner.load(workspaceDecider, tenant)).state.reports;
    if (shop.status !== "authorized" || !design) throw new Error("The shop is not ready.");
    const asked = { filterId: null, range: DateRange.yesterday, from: null, to: null };
    const call = { requestId: "r", commandId: "c", setPosition: () => undefined } as unknown as Call;
    const budgets = createBudgets(web.clock.steady);
    const requestAt = (moment: string) => {
      const input = frozenInputOf({
        exportId: "e1",
        shop,
        shopVersion: 4,
        adminUrl: "https://admin.example",
        design,
        fileType: FileType.Csv,
        asked,
        emptyExpected: false,
        filter: null,
        selectedOrderIds: [],
        now: new Date(moment),
      });
      if (!("schema" in input)) throw new Error(input.message);
      return requestExport({ ...web, budgets }, call, input);
    };
    const first = await requestAt("2026-11-20T12:00:00.000Z");
    const second = await requestAt("2026-11-20T12:01:00.000Z");
    expect(second).toEqual(first);
    expect(first).toMatchObject({ DateCreated: "2026-11-20T12:00:00.000Z" });
  });
});
