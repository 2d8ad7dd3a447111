import { expect, it } from "vitest";
import { createWaitPermits } from "./wait-permits.ts";

it("a shop's second file waits too, until another shop needs its permit", () => {
  const permits = createWaitPermits(2);
  const [first, second] = [permits.forFile("aurora"), permits.forFile("aurora")];
  expect([first.acquire(), second.acquire()]).toEqual([true, true]);
  const others = [permits.forFile("borealis"), permits.forFile("borealis")];
  expect(others.map((other) => other.acquire())).toEqual([true, false]);
  expect([first.acquire(), second.acquire()]).toEqual([true, false]);
  second.release();
  expect([first.acquire(), others[0]?.acquire(), second.acquire()]).toEqual([true, true, false]);
  others[0]?.release();
  expect([second.acquire(), first.acquire()]).toEqual([true, true]);
});

it("the last permit of a shop is never taken for another", () => {
  const permits = createWaitPermits(1);
  const [one, other] = [permits.forFile("aurora"), permits.forFile("borealis")];
  expect([one.acquire(), other.acquire(), one.acquire()]).toEqual([true, false, true]);
});

it("an exporter gives no more permits to wait than it has", () => {
  const permits = createWaitPermits(2);
  const [one, two, three] = ["aurora", "borealis", "corona"].map((shop) => permits.forFile(shop));
  expect([one?.acquire(), two?.acquire(), three?.acquire()]).toEqual([true, true, false]);
  one?.release();
  one?.release();
  expect([three?.acquire(), one?.acquire()]).toEqual([true, false]);
});
