import { expect, it } from "vitest";
import { createFakeClock } from "#infra/memory/clock.ts";
import { until } from "#tests/support/until.ts";
import { type ClockJump, watchClock } from "./watch-clock.ts";

it("every clock jump is reported once, forward and back, but normal time isn't", async () => {
  const clock = createFakeClock();
  const lines: string[] = [];
  const jumps: ClockJump[] = [];
  let looks = 0;
  const counted = {
    wall: clock.wall,
    steady: () => {
      looks += 1;
      return clock.steady();
    },
  };
  const log = { warn: (_fields: object, message: string) => lines.push(message) };
  const watch = watchClock({ clock: counted, log, onJump: (jump) => jumps.push(jump), every: 1 });
  const looked = async () => {
    const before = looks;
    await until("it has checked twice", () => looks > before + 1, { every: 1 });
  };
  clock.advanceWall(3_600_000);
  await looked();
  clock.jump(1_000);
  await looked();
  clock.jump(-3_600_000);
  await looked();
  clock.jump(7_200_000);
  await looked();
  watch.stop();
  expect(jumps).toEqual([
    { direction: "back", ms: 3_600_000 },
    { direction: "forward", ms: 7_200_000 },
  ]);
  expect(lines).toEqual([
    "The machine's clock was set back by 3600 s.",
    "The machine's clock was set forward by 7200 s.",
  ]);
});
