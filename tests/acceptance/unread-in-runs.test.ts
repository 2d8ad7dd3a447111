import { describe, expect, it } from "vitest";
import { Frequency } from "#domain/enumerations.ts";
import { SieverCode } from "#domain/filters/sievers.ts";
import { listOwnFilters } from "#domain/workspace/filters/filters.ts";
import { automationForTests } from "#tests/support/automation-for-tests.ts";
import { someOrders } from "#tests/support/exporter-for-tests.ts";

const lost = ["lineItems.nodes"];
const left = { id: "gid://shopify/Order/4999", name: "#4999" };

/** A daily report in Athens over the days on which three orders came in; the second is #4999. */
const given = async (orders = someOrders(3)) => {
  const second = orders[1] ?? {};
  const world = await automationForTests(orders, "2026-11-20T12:30:00.000Z");
  const daily = await world.automate({ frequency: Frequency.Daily });
  const of = async (type: string) =>
    (await world.ledgerOf(daily)).flatMap((event) =>
      event.type === type ? [event.data as Record<string, unknown>] : [],
    );
  return { world, daily, of, second };
};

describe("an unreadable order when a report is due", () => {
  it("delays the report by the usual retries, is left out of the last, and comes with the next report", async () => {
    const { world, of, second } = await given();
    second.unread = lost;
    await world.runUntil("2026-11-21T12:00:00Z");
    const failed = await of("TryFailed");
    expect(failed).toHaveLength(4);
    expect(failed[0]?.reason).toMatch(/^Order #4999: .*couldn't be read from your store\.$/);
    expect(world.received.map(({ orders }) => orders)).toEqual([["#5000", "#4998"]]);
    expect(await of("SlotSettled")).toMatchObject([{ outcome: "delivered", without: [left] }]);
    delete second.unread;
    await world.runUntil("2026-11-22T12:00:00Z");
    expect(world.received.map(({ orders }) => orders)).toEqual([["#5000", "#4998"], ["#4999"]]);
    expect((await of("SlotSettled"))[1]).not.toHaveProperty("without");
    await world.runUntil("2026-11-23T12:00:00Z");
    expect(world.received[2]?.orders).toEqual([]);
  });

  it("comes with a later report if it matched when its slot was due, even with date(…)", async () => {
    const orders = someOrders(3).map((order) => ({ ...order, tags: ["due 2026-11-21"] }));
    const { world, second } = await given(orders);
    const [filter] = listOwnFilters((await world.workspace()).filters);
    if (!filter) throw new Error("There is no filter.");
    const wanted = { ...filter, sievers: { [SieverCode.OrderTags]: ["due date(YYYY-MM-DD; 0)"] } };
    await world.onWorkspace({
      type: "UpdateFilter",
      filterId: filter.filterId,
      base: filter,
      wanted,
      texts: new Map(),
    });
    second.unread = lost;
    await world.runUntil("2026-11-22T12:00:00Z");
    delete second.unread;
    await world.runUntil("2026-11-23T12:00:00Z");
    expect(world.received.map((report) => report.orders)).toEqual([["#5000", "#4998"], [], ["#4999"]]);
  });

  it("doesn't delay later reports while it stays unreadable, and each records that it is missing", async () => {
    const { world, of, second } = await given();
    second.unread = lost;
    await world.runUntil("2026-11-22T12:00:00Z");
    expect(await of("TryFailed")).toHaveLength(4);
    expect(await of("SlotSettled")).toMatchObject([
      { outcome: "delivered", without: [left] },
      { outcome: "delivered", without: [left] },
    ]);
  });

  it("is complete if a retry can read it", async () => {
    const { world, of, second } = await given();
    second.unread = lost;
    await world.runUntil("2026-11-20T22:05:00Z");
    expect(await of("TryFailed")).toHaveLength(1);
    delete second.unread;
    await world.runUntil("2026-11-21T12:00:00Z");
    expect(world.received.map(({ orders }) => orders)).toEqual([["#5000", "#4999", "#4998"]]);
  });
});
