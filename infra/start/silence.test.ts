import { expect, it } from "vitest";
import { createSilence } from "./silence.ts";

it("silence is counted while the listener itself runs, and anew when it was stopped", () => {
  let now = 0;
  const silence = createSilence(() => now);
  const lookEachSecond = (seconds: number) => {
    for (let second = 0; second < seconds; second += 1) {
      now += 1_000;
      silence.look();
    }
    return silence.look();
  };
  expect(lookEachSecond(20)).toBe(20_000);
  silence.heard();
  expect(lookEachSecond(3)).toBe(3_000);
  now += 60_000;
  expect(silence.look()).toBe(0);
  expect(lookEachSecond(16)).toBe(16_000);
});
