import { describe, expect, it } from "vitest";
import { createFakeClock } from "#infra/memory/clock.ts";
import { createBudget } from "./budget.ts";
import { hourlyBudgets, requestRates } from "./limits.ts";

describe("a budget", () => {
  const given = () => {
    const clock = createFakeClock();
    const budget = createBudget(
      { ...hourlyBudgets.changes, amount: 3_600, refusal: { status: 429, code: "too-many", message: "Too much." } },
      clock.steady,
    );
    return { clock, ...budget };
  };

  it("lets a shop spend its hourly amount, and says when to try again", () => {
    const { clock, assertAvailable, spend } = given();
    spend("one", 3_599);
    assertAvailable("one");
    spend("one", 31);
    expect(() => assertAvailable("one")).toThrow("Too much. Try again in 30 seconds.");
    clock.advance(29_000);
    expect(() => assertAvailable("one")).toThrow("Too much. Try again in 1 second.");
    clock.advance(2_000);
    assertAvailable("one");
    spend("one", 601);
    expect(() => assertAvailable("one")).toThrow("Too much. Try again in 10 minutes.");
  });

  it("is separate for each shop, and never exceeds an hour's amount, however long it is unused", () => {
    const { clock, assertAvailable, spend } = given();
    spend("one", 4_000);
    assertAvailable("other");
    clock.advance(48 * 3_600_000);
    spend("one", 3_601);
    expect(() => assertAvailable("one")).toThrow("Too much.");
  });
});

const givenAddresses = (maxOwners: number) => {
  const machine = { time: 1_000 };
  const counts = createBudget({ ...requestRates.calls, amount: 3 }, () => machine.time, { maxOwners });
  /** Counts a request. Returns true if it is refused. */
  const hit = (address: string): boolean => {
    const isRefused = counts.findRefusal(address) !== undefined;
    if (!isRefused) counts.spend(address, 1);
    return isRefused;
  };
  return { machine, counts, hit };
};

describe("The request count per address", () => {
  it("begins with an address's first request, and again after a minute", () => {
    const { machine, counts, hit } = givenAddresses(10);
    expect([hit("a"), hit("a")]).toEqual([false, false]);
    machine.time += 30_000;
    expect([hit("a"), hit("a"), hit("b")]).toEqual([false, true, false]);
    machine.time += 29_999;
    expect(hit("a")).toBe(true);
    expect(counts.findRefusal("a")?.fields).toMatchObject({
      status: 429,
      code: "too-many",
      message: "There were too many requests from your address. Try again in 1 second.",
      headers: { "retry-after": "1" },
    });
    machine.time += 1;
    expect([hit("a"), hit("a"), hit("a"), hit("a")]).toEqual([false, false, false, true]);
    expect([hit("b"), hit("b"), hit("b")]).toEqual([false, false, true]);
  });

  it("is removed after a minute, even without another request from that address", () => {
    const { machine, counts, hit } = givenAddresses(10);
    for (const address of ["a", "b", "c"]) hit(address);
    machine.time += 60_000;
    hit("d");
    expect(counts.size()).toBe(1);
  });

  it("uses bounded memory for any number of addresses, and removes the oldest first", () => {
    const { counts, hit } = givenAddresses(100);
    for (let n = 0; n < 3; n++) hit("address 0");
    expect(hit("address 0")).toBe(true);
    for (let n = 1; n < 100_000; n++) hit(`address ${n}`);
    expect(counts.size()).toBe(100);
    expect(hit("address 0")).toBe(false);
  });
});
