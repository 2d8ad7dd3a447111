import { expect, it } from "vitest";
import { createLagDetector } from "./lag-detector.ts";

const given = () => {
  const world = { now: 0, upTo: "", asked: 0 };
  const followed = createLagDetector({
    hasReached: async (position) => {
      world.asked += 1;
      return world.upTo >= position;
    },
    now: () => world.now,
    maxLag: 10_000,
  });
  return { world, followed };
};

it("reports a lag if an event stays unprocessed for long, until it is processed", async () => {
  const { world, followed } = given();
  await followed.check("5");
  world.now = 9_999;
  await followed.check("6");
  expect(followed.isBehind()).toBe(false);
  world.now = 10_000;
  await followed.check("7");
  expect(followed.isBehind()).toBe(true);
  world.upTo = "5";
  await followed.check("7");
  expect(followed.isBehind()).toBe(false);
});

it("reads nothing without new events, or from an empty store", async () => {
  const { world, followed } = given();
  await followed.check(undefined);
  world.upTo = "5";
  await followed.check("5");
  await followed.check("5");
  expect(world.asked).toBe(1);
});

it("still detects the lag behind a known event while the event store is unavailable", async () => {
  const { world, followed } = given();
  await followed.check("5");
  world.now = 20_000;
  await followed.check(undefined);
  expect(followed.isBehind()).toBe(true);
  world.upTo = "5";
  await followed.check(undefined);
  expect(followed.isBehind()).toBe(false);
});
