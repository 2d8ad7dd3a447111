import { expect, it } from "vitest";
import { createFairCapacity, type FairCapacity, type Reservation } from "./fair-capacity.ts";

/** Holds a reservation until it is ended. */
const holder = (room: FairCapacity, owner: string, amount: number, { stays = false } = {}) => {
  const state = { held: false, ended: false };
  const place: Reservation = {
    owner,
    amount,
    evict: () => {
      if (stays) return false;
      state.ended = true;
      room.release(place);
      return true;
    },
  };
  state.held = room.reserve(place);
  return { ...state, isEnded: () => state.ended, leave: () => room.release(place) };
};

it("takes capacity from the client with the most for one with little, oldest reservation first", () => {
  const room = createFairCapacity({ inAll: 10, perOwner: 8 });
  const [first, second] = [holder(room, "greedy", 4), holder(room, "greedy", 3)];
  const other = holder(room, "other", 3);
  expect(holder(room, "modest", 2).held).toBe(true);
  expect([first.isEnded(), second.isEnded(), other.isEnded()]).toEqual([true, false, false]);
});

it("evicts no owner for one who would then hold as much", () => {
  const room = createFairCapacity({ inAll: 9, perOwner: 9 });
  const holders = ["a", "b", "c"].map((owner) => holder(room, owner, 3));
  expect(holder(room, "d", 3).held).toBe(false);
  expect(holder(room, "a", 1).held).toBe(false);
  expect(holders.some((one) => one.isEnded())).toBe(false);
});

it("skips reservations that refuse eviction and tries the next", () => {
  const room = createFairCapacity({ inAll: 10, perOwner: 9 });
  const stays = holder(room, "a", 6, { stays: true });
  const ends = holder(room, "b", 4);
  expect(holder(room, "c", 3).held).toBe(true);
  expect([stays.isEnded(), ends.isEnded()]).toEqual([false, true]);
});

it("limits each owner; releasing twice frees capacity once", () => {
  const room = createFairCapacity({ inAll: 10, perOwner: 5 });
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

it("limits a growing reservation, which evicts others but never itself, and releases it in full", () => {
  const room = createFairCapacity({ inAll: 10, perOwner: 7 });
  const place: Reservation = { owner: "a", amount: 0, evict: () => expect.unreachable() };
  const other = holder(room, "b", 6);
  expect([room.reserve(place), room.grow(place, 4), other.isEnded()]).toEqual([true, true, false]);
  expect([room.grow(place, 1), other.isEnded()]).toEqual([true, true]);
  expect(room.grow(place, 3)).toBe(false);
  const equal = holder(room, "c", 5);
  expect([room.grow(place, 1), equal.isEnded()]).toEqual([false, false]);
  room.release(place);
  expect([room.grow(place, 1), holder(room, "d", 5).held]).toEqual([false, true]);
});
