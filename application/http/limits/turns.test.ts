import { setImmediate as breathe } from "node:timers/promises";
import { expect, it } from "vitest";
import { createTurns, type Turn } from "./turns.ts";

const given = ({ atWork = 2, inLine = 3 } = {}) => {
  const turns = createTurns({ atWork, inLine });
  const working: string[] = [];
  const lost: string[] = [];
  const enter = (owner: string, name = ""): Turn => {
    const turn = turns.enter(owner, () => lost.push(name));
    if (!turn) throw new Error(`The line of ${owner} is full.`);
    return turn;
  };
  const begin = (owner: string, name: string): Turn => {
    const turn = enter(owner, name);
    void turn.come().then((isTurn) => working.push(isTurn ? name : `not ${name}`));
    return turn;
  };
  return { isFull: (owner: string) => !turns.enter(owner, () => {}), enter, begin, working, lost };
};

it("so many calls of an owner work at a time, the others in the order of their coming", async () => {
  const { begin, working } = given();
  const calls = ["a", "b", "c", "d"].map((name) => begin("one", name));
  await breathe();
  expect(working).toEqual(["a", "b"]);
  calls[1]?.leave();
  await breathe();
  expect(working).toEqual(["a", "b", "c"]);
  calls[0]?.leave();
  calls[2]?.leave();
  await breathe();
  expect(working).toEqual(["a", "b", "c", "d"]);
});

it("nobody waits for the calls of another owner", async () => {
  const { begin, working } = given();
  for (const name of ["a", "b", "c"]) begin("one", name);
  begin("other", "x");
  await breathe();
  expect(working).toEqual(["a", "b", "x"]);
});

it("a turn is given on in a later turn of the event loop, so that others are heard between two calls", async () => {
  const { begin, working } = given({ atWork: 1 });
  const first = begin("one", "a");
  begin("one", "b");
  await breathe();
  first.leave();
  await Promise.resolve();
  expect(working).toEqual(["a"]);
  begin("other", "x");
  await breathe();
  expect(working).toEqual(["a", "x", "b"]);
});

it("a newcomer does not go before those that wait, while a turn is on its way to them", async () => {
  const { begin, working } = given({ atWork: 1 });
  const first = begin("one", "a");
  begin("one", "b");
  first.leave();
  begin("one", "c");
  await breathe();
  expect(working).toEqual(["a", "b"]);
});

it("the line of an owner has an end, and a place in it is free again when somebody leaves", () => {
  const { isFull, begin } = given();
  const places = ["a", "b", "c", "d", "e"].map((name) => begin("one", name));
  expect([isFull("one"), isFull("other")]).toEqual([true, false]);
  places[0]?.leave();
  places[0]?.leave();
  begin("one", "f");
  expect(isFull("one")).toBe(true);
});

it("in a full line the oldest of those on the way makes way, nobody who has asked for a turn", async () => {
  const { isFull, enter, begin, working, lost } = given({ atWork: 1, inLine: 2 });
  begin("one", "a");
  const [b, c] = [enter("one", "b"), enter("one", "c")];
  begin("one", "d");
  expect(lost).toEqual(["b"]);
  expect(await b.come()).toBe(false);
  void c.come();
  expect([isFull("one"), lost]).toEqual([true, ["b"]]);
  b.leave();
  expect(isFull("one")).toBe(true);
  await breathe();
  expect(working).toEqual(["a"]);
});

it("who withdraws has no turn, and keeps none from the others; who is at work stays so", async () => {
  const { begin, working } = given({ atWork: 1 });
  const calls = ["a", "b", "c"].map((name) => begin("one", name));
  calls[0]?.withdraw();
  calls[1]?.withdraw();
  await breathe();
  expect(working).toEqual(["a", "not b"]);
  calls[0]?.leave();
  await breathe();
  expect(working).toEqual(["a", "not b", "c"]);
});

it("a turn that comes too late is none", async () => {
  const { enter } = given();
  const turn = enter("one");
  turn.withdraw();
  expect(await turn.come()).toBe(false);
});
