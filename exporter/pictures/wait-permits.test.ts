import { expect, it } from "vitest";
import { createWaitPermits } from "./wait-permits.ts";

it("a shop has one permit to wait at most, whichever of its files needs it", () => {
  const permits = createWaitPermits(2);
  const [first, second] = [permits.forFile("aurora"), permits.forFile("aurora")];
  expect([first.acquire(), first.acquire(), second.acquire()]).toEqual([true, true, false]);
  second.release();
  expect(second.acquire()).toBe(false);
  first.release();
  expect([second.acquire(), first.acquire()]).toEqual([true, false]);
});

it("an exporter gives no more permits to wait than it has", () => {
  const permits = createWaitPermits(2);
  const [one, two, three] = ["aurora", "borealis", "corona"].map((shop) => permits.forFile(shop));
  expect([one?.acquire(), two?.acquire(), three?.acquire()]).toEqual([true, true, false]);
  one?.release();
  one?.release();
  expect([three?.acquire(), one?.acquire()]).toEqual([true, false]);
});
