import { expect, it } from "vitest";
import { createLocalClock } from "./local-clock.ts";
import { toLocalTime } from "./local-time.ts";
import { resolveZone } from "./resolve-zone.ts";

it.each(["Europe/Athens", "US/Pacific", "Asia/Calcutta", "Etc/GMT+5", "UTC"])("%s is known", (zone) => {
  expect(resolveZone(zone)).toBe(zone);
});

// `local` would be the server's zone; luxon accepts `UTC+3` in some places and not in others.
it.each(["Mars/Olympus", "", "local", "system", "UTC+3", "Europe/Athens; x", "constructor"])(
  "%j is not: UTC",
  (zone) => {
    expect(resolveZone(zone)).toBe("UTC");
  },
);

it.each(["Mars/Olympus", "US/Pacific", "+03:00", "local"])("whatever comes of %j can be counted in", (zone) => {
  expect(toLocalTime("2026-11-20T12:00:00Z", resolveZone(zone)).isValid).toBe(true);
  expect(createLocalClock(resolveZone(zone))(0)).not.toBeNaN();
});
