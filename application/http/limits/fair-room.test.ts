import { expect, it } from "vitest";
import { createFairRoom, type FairRoom, type Place } from "./fair-room.ts";

/** Holds a reservation until it is ended. */
const holder = (room: FairRoom, owner: string, amount: number, { stays = false } = {}) => {
  const state = { held: false, ended: false };
  const place: Place = {
    owner,
    amount,
    giveWay: () => {
      if (stays) return false;
      state.ended = true;
      room.leave(place);
      return true;
    },
  };
  state.held = room.take(place);
  return { ...state, isEnded: () => state.ended, leave: () => room.leave(place) };
};

it("Whoever has the most makes way for one who wants little, with what he took first", () => {
  const room = createFairRoom({ inAll: 10, perOwner: 8 });
  const [first, second] = [holder(room, "greedy", 4), holder(room, "greedy", 3)];
  const other = holder(room, "other", 3);
  expect(holder(room, "modest", 2).held).toBe(true);
  expect([first.isEnded(), second.isEnded(), other.isEnded()]).toEqual([true, false, false]);
});

it("Nobody makes way for one who would have as much as he", () => {
  const room = createFairRoom({ inAll: 9, perOwner: 9 });
  const holders = ["a", "b", "c"].map((owner) => holder(room, owner, 3));
  expect(holder(room, "d", 3).held).toBe(false);
  expect(holder(room, "a", 1).held).toBe(false);
  expect(holders.some((one) => one.isEnded())).toBe(false);
});

it("What cannot be ended stays, and another of the same or of the next owner makes way", () => {
  const room = createFairRoom({ inAll: 10, perOwner: 9 });
  const stays = holder(room, "a", 6, { stays: true });
  const ends = holder(room, "b", 4);
  expect(holder(room, "c", 3).held).toBe(true);
  expect([stays.isEnded(), ends.isEnded()]).toEqual([false, true]);
});

it("One owner has so much at most, and what is given back, even twice, is free once", () => {
  const room = createFairRoom({ inAll: 10, perOwner: 5 });
  const one = holder(room, "a", 5);
  expect(holder(room, "a", 1).held).toBe(false);
  one.leave();
  one.leave();
  expect([holder(room, "a", 5).held, holder(room, "b", 5).held, holder(room, "c", 5).held]).toEqual([
    true,
    true,
    false,
  ]);
});

it("A place that grows has so much at most as well, lets others make way, never itself, and gives all of it back", () => {
  const room = createFairRoom({ inAll: 10, perOwner: 7 });
  const place: Place = { owner: "a", amount: 0, giveWay: () => expect.unreachable() };
  const other = holder(room, "b", 6);
  expect([room.take(place), room.grow(place, 4), other.isEnded()]).toEqual([true, true, false]);
  expect([room.grow(place, 1), other.isEnded()]).toEqual([true, true]);
  expect(room.grow(place, 3)).toBe(false);
  const equal = holder(room, "c", 5);
  expect([room.grow(place, 1), equal.isEnded()]).toEqual([false, false]);
  room.leave(place);
  expect([room.grow(place, 1), holder(room, "d", 5).held]).toEqual([false, true]);
});
