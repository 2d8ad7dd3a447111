import { expect, it } from "vitest";
import { createHeartbeatMonitor } from "./heartbeat-monitor.ts";

it("counts silence only while the listener runs", () => {
  let now = 0;
  const silence = createHeartbeatMonitor(() => now);
  const lookEachSecond = (seconds: number) => {
    for (let second = 0; second < seconds; second += 1) {
      now += 1_000;
      silence.measureSilence();
    }
    return silence.measureSilence();
  };
  expect(lookEachSecond(20)).toBe(20_000);
  silence.beat();
  expect(lookEachSecond(3)).toBe(3_000);
  now += 3_600_000;
  expect(silence.measureSilence()).toBeLessThanOrEqual(5_000);
  expect(lookEachSecond(16)).toBeLessThanOrEqual(21_000);
  // Time after a stop still counts: a listener stopped again and again notices the silence in the end.
  for (let stops = 0; stops < 60; stops += 1) {
    now += 10_000;
    silence.measureSilence();
  }
  expect(silence.measureSilence()).toBeGreaterThan(60_000);
});
