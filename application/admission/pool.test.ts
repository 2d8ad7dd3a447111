import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { expect, it } from "vitest";
import type { PlaceLimit } from "./limits.ts";
import { createPool, type Place, type Pool } from "./pool.ts";

/** Holds a place until it is evicted. */
const holder = (
  pool: Pool<PlaceLimit>,
  owner: string,
  amount: number,
  { stays = false, isBusy = false }: { stays?: boolean; isBusy?: boolean } = {},
) => {
  let isEnded = false;
  const lost = () => {
    isEnded = true;
  };
  const place = pool.enter(owner, { amount, isBusy: () => isBusy, ...(stays ? {} : { lost }) });
  return {
    place,
    held: typeof place !== "string",
    isEnded: () => isEnded,
    leave: () => (typeof place === "string" ? undefined : place.leave()),
  };
};

it("takes capacity from the client with the most for one with little, oldest reservation first", () => {
  const pool = createPool({ per: "address", inAll: 10, perOwner: 8 });
  const [first, second] = [holder(pool, "greedy", 4), holder(pool, "greedy", 3)];
  const other = holder(pool, "other", 3);
  expect(holder(pool, "modest", 2).held).toBe(true);
  expect([first.isEnded(), second.isEnded(), other.isEnded()]).toEqual([true, false, false]);
});

it("evicts no owner for one who would then hold as much", () => {
  const pool = createPool({ per: "address", inAll: 9, perOwner: 9 });
  const holders = ["a", "b", "c"].map((owner) => holder(pool, owner, 3));
  expect(holder(pool, "d", 3).held).toBe(false);
  expect(holder(pool, "a", 1).held).toBe(false);
  expect(holders.some((one) => one.isEnded())).toBe(false);
});

it("skips reservations that refuse eviction and tries the next", () => {
  const pool = createPool({ per: "address", inAll: 10, perOwner: 9 });
  const stays = holder(pool, "a", 6, { stays: true });
  const ends = holder(pool, "b", 4);
  expect(holder(pool, "c", 3).held).toBe(true);
  expect([stays.isEnded(), ends.isEnded()]).toEqual([false, true]);
});

it("limits each owner; releasing twice frees capacity once", () => {
  const pool = createPool({ per: "address", inAll: 10, perOwner: 5 });
  const one = holder(pool, "a", 5);
  expect(holder(pool, "a", 1).held).toBe(false);
  one.leave();
  one.leave();
  expect([holder(pool, "a", 5).held, holder(pool, "b", 5).held, holder(pool, "c", 5).held]).toEqual([
    true,
    true,
    false,
  ]);
});

it("evicts busy places only if there is no other", () => {
  const pool = createPool({ per: "address", inAll: 3, perOwner: 3 });
  const [busy, idle] = [holder(pool, "a", 1, { isBusy: true }), holder(pool, "a", 1)];
  const other = holder(pool, "a", 1, { isBusy: true });
  expect([holder(pool, "b", 1).held, busy.isEnded(), idle.isEnded()]).toEqual([true, false, true]);
  expect([holder(pool, "c", 1).held, busy.isEnded(), other.isEnded()]).toEqual([true, true, false]);
});

it("limits a growing place, which evicts others but never itself, and frees all of it", () => {
  const pool = createPool({ per: "address", inAll: 10, perOwner: 7 });
  const other = holder(pool, "b", 6);
  const { place } = holder(pool, "a", 0);
  if (typeof place === "string") throw new Error("It is full.");
  expect([place.grow(4), other.isEnded()]).toEqual([true, false]);
  expect([place.grow(1), other.isEnded()]).toEqual([true, true]);
  expect(place.grow(3)).toBe(false);
  const equal = holder(pool, "c", 5);
  expect([place.grow(1), equal.isEnded()]).toEqual([false, false]);
  place.leave();
  expect([place.grow(1), holder(pool, "d", 5).held]).toEqual([false, true]);
});

it("evicts no place that is kept, and says whose share is full", async () => {
  const pool = createPool({ per: "address", inAll: 3, perOwner: 2 });
  const { place, isEnded } = holder(pool, "a", 2);
  if (typeof place === "string") throw new Error("It is full.");
  expect(place.keep()).toBe(true);
  expect([pool.enter("b", { amount: 2 }), isEnded()]).toEqual(["all", false]);
  expect(pool.enter("a")).toBe("own");
  place.leave();
  expect(place.keep()).toBe(false);
});

const given = ({ atWork = 2, inLine = 3 } = {}) => {
  const pool = createPool({ per: "shop", running: atWork, perOwner: atWork + inLine, evictsOwn: true });
  const working: string[] = [];
  const lost: string[] = [];
  const enter = (owner: string, name = ""): Place => {
    const place = pool.enter(owner, { lost: () => lost.push(name) });
    if (typeof place === "string") throw new Error(`The line of ${owner} is full.`);
    return place;
  };
  const begin = (owner: string, name: string): Place => {
    const place = enter(owner, name);
    void place.acquire().then((isGranted) => working.push(isGranted ? name : `not ${name}`));
    return place;
  };
  return { isFull: (owner: string) => pool.enter(owner, { lost: () => {} }) === "own", enter, begin, working, lost };
};

it("runs a limited number of an owner's calls at a time, the others in order of arrival", async () => {
  const { begin, working } = given();
  const calls = ["a", "b", "c", "d"].map((name) => begin("one", name));
  await yieldToEventLoop();
  expect(working).toEqual(["a", "b"]);
  calls[1]?.leave();
  await yieldToEventLoop();
  expect(working).toEqual(["a", "b", "c"]);
  calls[0]?.leave();
  calls[2]?.leave();
  await yieldToEventLoop();
  expect(working).toEqual(["a", "b", "c", "d"]);
});

it("never delays an owner because of another owner's calls", async () => {
  const { begin, working } = given();
  for (const name of ["a", "b", "c"]) begin("one", name);
  begin("other", "x");
  await yieldToEventLoop();
  expect(working).toEqual(["a", "b", "x"]);
});

it("passes a permit on in a later turn of the event loop, so others run between two calls", async () => {
  const { begin, working } = given({ atWork: 1 });
  const first = begin("one", "a");
  begin("one", "b");
  await yieldToEventLoop();
  first.leave();
  await Promise.resolve();
  expect(working).toEqual(["a"]);
  begin("other", "x");
  await yieldToEventLoop();
  expect(working).toEqual(["a", "x", "b"]);
});

it("doesn't let a new call overtake waiting ones while a permit is being passed on", async () => {
  const { begin, working } = given({ atWork: 1 });
  const first = begin("one", "a");
  begin("one", "b");
  first.leave();
  begin("one", "c");
  await yieldToEventLoop();
  expect(working).toEqual(["a", "b"]);
});

it("limits an owner's queue, and frees an entry when a call leaves", () => {
  const { isFull, begin } = given();
  const places = ["a", "b", "c", "d", "e"].map((name) => begin("one", name));
  expect([isFull("one"), isFull("other")]).toEqual([true, false]);
  places[0]?.leave();
  places[0]?.leave();
  begin("one", "f");
  expect(isFull("one")).toBe(true);
});

it("evicts the oldest arriving call from a full queue, but none that has asked for a permit", async () => {
  const { isFull, enter, begin, working, lost } = given({ atWork: 1, inLine: 2 });
  begin("one", "a");
  const [b, c] = [enter("one", "b"), enter("one", "c")];
  begin("one", "d");
  expect(lost).toEqual(["b"]);
  expect(await b.acquire()).toBe(false);
  void c.acquire();
  expect([isFull("one"), lost]).toEqual([true, ["b"]]);
  b.leave();
  expect(isFull("one")).toBe(true);
  await yieldToEventLoop();
  expect(working).toEqual(["a"]);
});

it("gives a canceled call no permit, and lets a running call finish", async () => {
  const { begin, working } = given({ atWork: 1 });
  const calls = ["a", "b", "c"].map((name) => begin("one", name));
  calls[0]?.cancel();
  calls[1]?.cancel();
  await yieldToEventLoop();
  expect(working).toEqual(["a", "not b"]);
  calls[0]?.leave();
  await yieldToEventLoop();
  expect(working).toEqual(["a", "not b", "c"]);
});

it("refuses a permit to a call that was canceled before asking", async () => {
  const { enter } = given();
  const place = enter("one");
  place.cancel();
  expect(await place.acquire()).toBe(false);
});
