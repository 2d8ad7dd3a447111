import { describe, expect, it } from "vitest";
import { Frequency } from "#domain/enumerations.ts";
import type { LedgerEvent } from "#domain/ledger/events.ts";
import type { JsonObject } from "#infra/ports/json.ts";
import { PlatformError, type PlatformErrorCode } from "#infra/ports/store-platform.ts";
import { type AutomationForTests, automationForTests } from "#tests/support/automation-for-tests.ts";

const minute = 60_000;

/** One order per this many minutes. */
const ordersFrom = (from: string, until: string, every: number): JsonObject[] => {
  const orders: JsonObject[] = [];
  for (let at = Date.parse(from); at < Date.parse(until); at += every * minute)
    orders.push({
      id: `gid://shopify/Order/${at / minute}`,
      name: `#${at / minute}`,
      createdAt: new Date(at).toISOString().replace(".000Z", "Z"),
      lineItems: [
        {
          id: `gid://shopify/LineItem/${at / minute}`,
          title: "Thing",
          quantity: 1,
          originalUnitPriceSet: { shopMoney: { amount: "2.50" } },
          originalTotalSet: { shopMoney: { amount: "2.50" } },
        },
      ],
    });
  return orders.reverse();
};

/** The outcome of each slot, or the number of slots that were skipped together. */
const outcomesOf = (ledger: readonly LedgerEvent[]) => {
  const settled = ledger.flatMap((event) => (event.type === "SlotSettled" ? [event.data] : []));
  const skipped = ledger.flatMap((event) => (event.type === "SlotsSkipped" ? [event.data] : []));
  const slots = settled.map(({ slot }) => slot);
  expect(new Set(slots).size, "a slot has two outcomes").toBe(slots.length);
  return { settled, skipped, count: slots.length + skipped.reduce((sum, { count }) => sum + count, 0) };
};

/** Checks that the periods of claims and skips are contiguous. Returns their start and end. */
const reach = (ledger: readonly LedgerEvent[]): { from: string; to: string } => {
  const periods = ledger.flatMap((event) =>
    (event.type === "SlotClaimed" || event.type === "SlotsSkipped") && event.data.period ? [event.data.period] : [],
  );
  for (const [n, { from }] of periods.entries()) if (n > 0) expect(from).toBe(periods[n - 1]?.to);
  return { from: periods[0]?.from ?? "", to: periods.at(-1)?.to ?? "" };
};

const numberOf = (order: JsonObject): string => String(order.name);
const createdIn = (orders: readonly JsonObject[], { from, to }: { from: string; to: string }): string[] =>
  orders
    .filter(({ createdAt }) => Date.parse(String(createdAt)) >= Date.parse(from))
    .filter(({ createdAt }) => Date.parse(String(createdAt)) < Date.parse(to))
    .map(numberOf)
    .sort();

/** The deliveries that the receiver got for a report, each once even if it came twice. */
const deliveriesOf = ({ received }: AutomationForTests, automationId: string) => [
  ...new Map(received.filter((one) => one.automationId === automationId).map((one) => [one.deliveryId, one])).values(),
];

describe("a week of automated reports in Athens that includes the end of daylight saving time", () => {
  it("has one outcome per slot, contiguous periods, and every order once", async () => {
    const orders = ordersFrom("2026-10-20T00:00:00Z", "2026-10-30T00:00:00Z", 20);
    const world = await automationForTests(orders, "2026-10-22T08:30:00.000Z");
    const daily = await world.automate({ frequency: Frequency.Daily });
    const hourly = await world.automate({ frequency: Frequency.Hourly }, { title: "Each hour" });
    await world.runUntil("2026-10-23T12:00:00Z");
    world.weather.down = true;
    await world.runUntil("2026-10-23T17:30:00Z");
    world.weather.down = false;
    await world.runUntil("2026-10-24T09:10:00Z");
    await world.edit(hourly, { enabled: false });
    await world.runUntil("2026-10-24T14:10:00Z");
    await world.edit(hourly, { enabled: true });
    await world.runUntil("2026-10-26T11:10:00Z");
    await world.edit(hourly, { schedule: { ...(await scheduleOf(world, hourly)), frequency: Frequency.Every4Hours } });
    await world.runUntil("2026-10-27T09:30:00Z");
    world.weather.receiver = "temporary";
    await world.runUntil("2026-10-27T11:00:00Z");
    world.weather.receiver = "works";
    await world.runUntil("2026-10-29T08:30:00Z");

    const days = await world.ledgerOf(daily);
    expect(outcomesOf(days).settled.map(({ slot, outcome }) => `${slot} ${outcome}`)).toEqual([
      "2026-10-22T21:01:00Z delivered",
      "2026-10-23T21:01:00Z delivered",
      "2026-10-24T21:01:00Z delivered",
      "2026-10-25T22:01:00Z delivered",
      "2026-10-26T22:01:00Z delivered",
      "2026-10-27T22:01:00Z delivered",
      "2026-10-28T22:01:00Z delivered",
    ]);
    expect(
      deliveriesOf(world, daily)
        .flatMap((one) => one.orders)
        .sort(),
    ).toEqual(createdIn(orders, reach(days)));
    expect(deliveriesOf(world, daily)[0]?.name).toBe("New automated report 1 2026-10-23 0001.csv");

    const hours = await world.ledgerOf(hourly);
    const { skipped, settled, count } = outcomesOf(hours);
    expect(skipped.map(({ reason, count: of }) => [reason, of])).toEqual([
      ["outage", 4],
      ["paused", 5],
    ]);
    expect(new Set(settled.map(({ outcome }) => outcome))).toEqual(new Set(["delivered"]));
    const failures = hours.flatMap(({ type, data }) => (type === "TryFailed" ? [data.failedTries] : []));
    expect(failures).toEqual([1, 2, 3, 4]);
    // Hours from 9:00 on the 22nd to 11:00 on the 26th, the one that came twice once; then 0, 4, 8 … o'clock in Athens.
    expect(count).toBe(98 + 17);
    const { period } = skipped[1] ?? {};
    const all = createdIn(orders, reach(hours));
    const paused = new Set(period ? createdIn(orders, period) : []);
    expect(
      deliveriesOf(world, hourly)
        .flatMap((one) => one.orders)
        .sort(),
    ).toEqual(all.filter((one) => !paused.has(one)));
    expect(await world.keptDays(daily)).toEqual(new Set([7]));
    // Every 4 hours counts like every hour.
    expect(await world.keptDays(hourly)).toEqual(new Set([2]));
    const runs = (await world.runsOf()).filter(({ type }) => type === "RunStarted" || type === "RunEnded");
    const ended = runs.filter(({ type }) => type === "RunEnded").length;
    expect(ended).toBe(runs.length / 2);
  });
});

/** The result of a report's day: the events in each stream, and the receiver's files. */
const dayOf = async (kill: { at: number; when: "before" | "after" }) => {
  const orders = ordersFrom("2026-11-18T00:00:00Z", "2026-11-20T00:00:00Z", 120);
  const world = await automationForTests(orders, "2026-11-18T21:30:00.000Z");
  const daily = await world.automate({ frequency: Frequency.Daily });
  world.kill.at = world.kill.appends + kill.at;
  world.kill.when = kill.when;
  await world.runUntil("2026-11-18T23:00:00Z", 1);
  const ledger = (await world.ledgerOf(daily)).map(({ type }) => type);
  const runs = (await world.runsOf()).map(({ type }) => type).filter((type) => type !== "DeliveryStarted");
  const got = deliveriesOf(world, daily).map(({ name, orders: of }) => ({ name, of }));
  const names = new Set(world.received.map(({ name, deliveryId }) => `${deliveryId} ${name}`));
  return { killed: world.kill.killed, left: { ledger, runs, got, names: names.size } };
};

describe("processes killed between any two events of a run", () => {
  it("leave the usual result: one outcome, one file and one id", async () => {
    const undisturbed = await dayOf({ at: Number.POSITIVE_INFINITY, when: "after" });
    expect(undisturbed.left).toMatchObject({
      ledger: ["SlotClaimed", "SlotSettled"],
      runs: ["RunStarted", "RunExportRequested", "RunExportFinished", "DeliveryConfirmed", "RunEnded"],
      got: [{ name: "New automated report 1 2026-11-19 0001.csv" }],
      names: 1,
    });
    let kills = 0;
    for (const when of ["before", "after"] as const)
      for (let at = 1; ; at += 1) {
        const { killed, left } = await dayOf({ at, when });
        expect(left, `killed ${when} append ${at}`).toEqual(undisturbed.left);
        if (killed === 0) break;
        kills += 1;
      }
    expect(kills).toBe(2 * 10);
  });
});

describe("a scheduler that starts", () => {
  it("restores the jobs that the work queue has lost, without running any twice", async () => {
    const orders = ordersFrom("2026-11-18T00:00:00Z", "2026-11-20T00:00:00Z", 120);
    const world = await automationForTests(orders, "2026-11-18T21:30:00.000Z");
    const daily = await world.automate({ frequency: Frequency.Daily });
    await world.forgetJobs();
    await world.runUntil("2026-11-18T23:00:00Z");
    expect(world.received).toEqual([]);
    await world.sweep();
    await world.sweep();
    await world.runUntil("2026-11-18T23:30:00Z");
    expect((await world.ledgerOf(daily)).map(({ type }) => type)).toEqual(["SlotClaimed", "SlotSettled"]);
    expect(world.received).toHaveLength(1);
  });
});

describe("a scheduler that starts before anything is due", () => {
  it("restores the job of the next slot", async () => {
    const world = await automationForTests([], "2026-11-18T21:30:00.000Z");
    const daily = await world.automate({ frequency: Frequency.Daily });
    await world.forgetJobs();
    await world.sweep();
    await world.runUntil("2026-11-18T22:05:00Z");
    expect(outcomesOf(await world.ledgerOf(daily)).settled).toMatchObject([{ outcome: "delivered" }]);
  });
});

describe("an export that fails", () => {
  const day = async (code: PlatformErrorCode) => {
    const orders = ordersFrom("2026-11-18T00:00:00Z", "2026-11-20T00:00:00Z", 120);
    const world = await automationForTests(orders, "2026-11-18T21:30:00.000Z");
    const daily = await world.automate({ frequency: Frequency.Daily });
    world.platform.beforePage = () => {
      throw new PlatformError(code, "The store did not answer as it should.");
    };
    await world.runUntil("2026-11-18T22:01:00Z", 1);
    world.platform.beforePage = undefined;
    await world.runUntil("2026-11-18T23:00:00Z", 1);
    const runs = await world.runsOf();
    const inputs = runs.flatMap(({ type, data }) => (type === "RunExportRequested" ? [data.inputHash] : []));
    return { ledger: await world.ledgerOf(daily), tries: new Set(inputs).size, got: deliveriesOf(world, daily).length };
  };

  it("is repeated a minute later as a new export from the same frozen input", async () => {
    const { ledger, tries, got } = await day("unexpected-answer");
    expect(ledger.map(({ type }) => type)).toEqual(["SlotClaimed", "TryFailed", "SlotSettled"]);
    expect([tries, got]).toEqual([2, 1]);
  });

  it("is not retried within its slot if a retry can't help", async () => {
    const { ledger, tries, got } = await day("access-denied");
    expect(outcomesOf(ledger).settled).toMatchObject([{ outcome: "failed" }]);
    expect([tries, got]).toEqual([1, 0]);
  });
});

describe("a delivery in progress", () => {
  it("is left to its job if its run is checked in the meantime", async () => {
    const world = await automationForTests([], "2026-11-18T21:30:00.000Z");
    const daily = await world.automate({ frequency: Frequency.Daily });
    await world.runUntil("2026-11-18T22:00:00Z");
    world.weather.receiver = "hangs";
    await world.runUntil("2026-11-18T22:01:00Z", 1);
    await world.sweep();
    await world.settle();
    expect(await world.openDeliveries()).toEqual({ waiting: 1, running: 0 });
    world.weather.receiver = "works";
    await world.runUntil("2026-11-18T22:30:00Z");
    expect(outcomesOf(await world.ledgerOf(daily)).settled).toMatchObject([{ outcome: "delivered" }]);
    expect(world.received).toHaveLength(1);
  });
});

describe("a shop whose subscription ended", () => {
  it("gets no reports until it pays again, and its slots say why", async () => {
    const orders = ordersFrom("2026-11-18T00:00:00Z", "2026-11-22T00:00:00Z", 120);
    const world = await automationForTests(orders, "2026-11-18T21:30:00.000Z");
    const daily = await world.automate({ frequency: Frequency.Daily });
    await world.runUntil("2026-11-19T12:00:00Z");
    await world.onShop({ type: "EndCharge", subscriptionId: "subscription", status: "CANCELLED" });
    await world.runUntil("2026-11-20T12:00:00Z", 30);
    await world.onShop({ type: "ActivateCharge", subscriptionId: "subscription" });
    await world.runUntil("2026-11-21T12:00:00Z", 30);
    const { settled, skipped } = outcomesOf(await world.ledgerOf(daily));
    expect(skipped).toMatchObject([{ reason: "subscription", count: 1, from: "2026-11-19T22:01:00Z" }]);
    expect(settled.map(({ outcome }) => outcome)).toEqual(["delivered", "delivered"]);
  });
});

describe("a report without orders", () => {
  it.each([
    [true, "delivered"],
    [false, "empty"],
  ])("with empty reports wanted: %s, is %s", async (exportEmptyReports, outcome) => {
    const world = await automationForTests([], "2026-11-18T21:30:00.000Z");
    const daily = await world.automate({ frequency: Frequency.Daily }, { exportEmptyReports });
    await world.runUntil("2026-11-18T23:00:00Z");
    expect(outcomesOf(await world.ledgerOf(daily)).settled).toMatchObject([{ outcome }]);
    expect(world.received).toHaveLength(exportEmptyReports ? 1 : 0);
  });
});

describe("a report deleted during its run", () => {
  it("is delivered, and never runs again", async () => {
    const orders = ordersFrom("2026-11-18T00:00:00Z", "2026-11-22T00:00:00Z", 120);
    const world = await automationForTests(orders, "2026-11-18T21:30:00.000Z");
    const daily = await world.automate({ frequency: Frequency.Daily });
    world.weather.receiver = "temporary";
    await world.runUntil("2026-11-18T22:05:00Z", 1);
    await world.onWorkspace({ type: "DeleteAutomation", automationId: daily });
    world.weather.receiver = "works";
    await world.runUntil("2026-11-20T12:00:00Z", 30);
    expect(outcomesOf(await world.ledgerOf(daily)).settled).toMatchObject([{ outcome: "delivered" }]);
    expect(world.received).toHaveLength(1);
  });
});

const scheduleOf = async (world: AutomationForTests, automationId: string) => {
  const { automations } = await world.workspace();
  const found = automations.find((one) => one.automationId === automationId);
  if (!found) throw new Error("There is no such automated report.");
  return found.schedule;
};
