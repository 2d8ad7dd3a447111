import { setImmediate as breathe } from "node:timers/promises";
import { expect, it } from "vitest";
import { createTurns, type Turn } from "./turns.ts";

const given = ({ atWork = 2, inLine = 3 } = {}) => {
  const turns = createTurns({ atWork, inLine });
  const working: string[] = [];
  const enter = (owner: string): Turn => {
    const turn = turns.enter(owner);
    if (!turn) throw new Error(`The line of ${owner} is full.`);
    return turn;
  };
  const begin = (owner: string, name: string): Turn => {
    const turn = enter(owner);
    void turn.come().then((isTurn) => working.push(isTurn ? name : `not ${name}`));
    return turn;
  };
  return { turns, enter, begin, working };
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
  const { turns, enter } = given();
  const places = [1, 2, 3, 4, 5].map(() => enter("one"));
  expect(turns.enter("one")).toBeUndefined();
  expect(turns.enter("other")).toBeDefined();
  places[0]?.leave();
  places[0]?.leave();
  expect(turns.enter("one")).toBeDefined();
  expect(turns.enter("one")).toBeUndefined();
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
