import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { hourlyBudgets } from "#application/admission/limits.ts";
import { createStorageQuota } from "#application/exports/storage-quota.ts";
import { DateRange, FileType } from "#domain/enumerations.ts";
import type { Filter } from "#domain/wire/filters/filters.ts";
import { type Reply, startWebForTests, type WebForTests } from "#tests/support/web-for-tests.ts";

describe("A shop that adds data endlessly", () => {
  let web: WebForTests;
  beforeEach(async () => {
    web = await startWebForTests();
  });
  afterEach(() => web.close());

  /** Repeats a call until it is told to wait. Returns the number of successes. */
  const untilToldToWait = async (most: number, once: () => Promise<Reply>) => {
    for (let times = 0; times <= most; times += 1) {
      const reply = await once();
      if (reply.status === 429) return { times, reply };
      expect(reply.status).toBe(200);
    }
    throw new Error("No call was refused.");
  };

  const reports = async (shop: string, SelectedOrderIds: string[]) => {
    const { token } = await web.givenShop(shop);
    const { id } = (await web.ask("POST", "reports/create-new", { token })).envelope.Data as { id: string };
    const UserOrderFilters = {
      report_filter_id: null,
      order_date_range: DateRange.yesterday,
      order_date_from: null,
      order_date_to: null,
    };
    const body = { ReportId: id, FileType: FileType.Csv, UserOrderFilters, SelectedOrderIds, EmptyExpected: false };
    const generate = () => web.ask("POST", "reporting/generateReport", { token, body });
    const andCancel = async () => {
      const reply = await generate();
      if (reply.status !== 200) return reply;
      const { ReportExportId } = reply.envelope.Data as { ReportExportId: string };
      return web.ask("POST", "reporting/cancelExport", { token, body: ReportExportId });
    };
    return { generate, andCancel };
  };

  it("by requesting and canceling reports must wait, then may continue, while other shops never wait", async () => {
    const { andCancel, generate } = await reports("many", []);
    const { times, reply } = await untilToldToWait(hourlyBudgets.exports.amount, andCancel);
    expect(times).toBe(hourlyBudgets.exports.amount);
    expect(reply.envelope).toMatchObject({
      ErrorCode: "too-many",
      ErrorMessage: expect.stringMatching(/^Your shop has requested too many reports within an hour\. Try again in \d/),
    });
    expect((await (await reports("other", [])).generate()).status).toBe(200);
    web.clock.advance(1_000 * Number(reply.headers.get("retry-after")) + 1_000);
    expect((await generate()).status).toBe(200);
  }, 60_000);

  it("by reports with ten thousand chosen orders each must wait earlier", async () => {
    const ids = Array.from({ length: 10_000 }, (_, n) => `gid://shopify/Order/${10 ** 15 + n}`);
    const { times, reply } = await untilToldToWait(200, (await reports("many", ids)).andCancel);
    expect(times * JSON.stringify(ids).length).toBeLessThan(1.1 * hourlyBudgets.inputs.amount);
    expect(reply.envelope.ErrorMessage).toMatch(/many chosen orders or long filters within an hour\. Try again in/);
  }, 60_000);

  it("by files that fill the disk is told when to try again, and other shops may continue", async () => {
    const { tenant } = await web.givenShop("many");
    const { generate } = await reports("many", []);
    const kept = createStorageQuota(web.state, web.clock, 1);
    await kept.add(tenant, 4.9e9);
    expect((await generate()).status).toBe(200);
    await kept.add(tenant, 0.2e9);
    const reply = await generate();
    expect(reply.status).toBe(429);
    expect(reply.envelope).toMatchObject({
      ErrorCode: "too-many",
      ErrorMessage: expect.stringMatching(
        /^The report files your shop made within this hour take up more than 5,000 MB\. Try/,
      ),
    });
    expect((await (await reports("other", [])).generate()).status).toBe(200);
    web.clock.advance(1_000 * Number(reply.headers.get("retry-after")));
    expect((await generate()).status).toBe(200);
    await kept.add(tenant, 20e9);
    expect((await generate()).envelope.ErrorMessage).toMatch(
      /take up more than 20 GB, and each is kept for 7 days\. Try again in/,
    );
  });

  it("by cloning a full filter and deleting the clone must wait", async () => {
    const { token } = await web.givenShop("many");
    const filter = (await web.ask("POST", "filters/create-new", { token })).envelope.Data as unknown as Filter;
    const OrderSievers = [3000, 3001, 3002].map((Field) => ({
      Field,
      Filter: Array.from({ length: 500 }, (_, n) => `${n}-`.padEnd(255, "x")),
    }));
    await web.ask("PUT", "filters/update-filter", { token, body: { ...filter, OrderSievers } });
    const headers = { "x-command-id": "00000000-0000-4000-8000-000000000001" };
    const first = await web.ask("POST", "filters/clone", { token, body: filter.id, headers });
    const { times, reply } = await untilToldToWait(200, async () => {
      const cloned = await web.ask("POST", "filters/clone", { token, body: filter.id });
      if (cloned.status !== 200) return cloned;
      return web.ask("POST", "filters/delete", { token, body: (cloned.envelope.Data as { id: string }).id });
    });
    expect(times * JSON.stringify(OrderSievers).length).toBeLessThan(1.1 * hourlyBudgets.changes.amount);
    expect(reply.envelope.ErrorMessage).toMatch(/^Your shop has made too many changes within an hour\. Try again in/);
    // A repeat of an earlier success is still answered.
    const again = await web.ask("POST", "filters/clone", { token, body: filter.id, headers });
    expect([again.status, again.envelope.Data]).toEqual([200, first.envelope.Data]);
  }, 60_000);
});
