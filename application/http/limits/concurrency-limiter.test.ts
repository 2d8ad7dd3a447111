import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { expect, it } from "vitest";
import { createConcurrencyLimiter, type QueuedPermit } from "./concurrency-limiter.ts";

const given = ({ atWork = 2, inLine = 3 } = {}) => {
  const turns = createConcurrencyLimiter({ maxRunning: atWork, maxQueued: inLine });
  const working: string[] = [];
  const lost: string[] = [];
  const enter = (owner: string, name = ""): QueuedPermit => {
    const turn = turns.enqueue(owner, () => lost.push(name));
    if (!turn) throw new Error(`The line of ${owner} is full.`);
    return turn;
  };
  const begin = (owner: string, name: string): QueuedPermit => {
    const turn = enter(owner, name);
    void turn.acquire().then((isTurn) => working.push(isTurn ? name : `not ${name}`));
    return turn;
  };
  return { isFull: (owner: string) => !turns.enqueue(owner, () => {}), enter, begin, working, lost };
};

it("runs a limited number of an owner's calls at a time, the others in order of arrival", async () => {
  const { begin, working } = given();
  const calls = ["a", "b", "c", "d"].map((name) => begin("one", name));
  await yieldToEventLoop();
  expect(working).toEqual(["a", "b"]);
  calls[1]?.release();
  await yieldToEventLoop();
  expect(working).toEqual(["a", "b", "c"]);
  calls[0]?.release();
  calls[2]?.release();
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
  first.release();
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
  first.release();
  begin("one", "c");
  await yieldToEventLoop();
  expect(working).toEqual(["a", "b"]);
});

it("limits an owner's queue, and frees an entry when a call leaves", () => {
  const { isFull, begin } = given();
  const places = ["a", "b", "c", "d", "e"].map((name) => begin("one", name));
  expect([isFull("one"), isFull("other")]).toEqual([true, false]);
  places[0]?.release();
  places[0]?.release();
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
  b.release();
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
  calls[0]?.release();
  await yieldToEventLoop();
  expect(working).toEqual(["a", "not b", "c"]);
});

it("refuses a permit to a call that was canceled before asking", async () => {
  const { enter } = given();
  const turn = enter("one");
  turn.cancel();
  expect(await turn.acquire()).toBe(false);
});
