import { expect, it } from "vitest";
import { createLocalClock } from "./local-clock.ts";
import { toLocalTime } from "./local-time.ts";
import { resolveZone } from "./resolve-zone.ts";

it.each(["Europe/Athens", "US/Pacific", "Asia/Calcutta", "Etc/GMT+5", "UTC"])("keeps the known zone %s", (zone) => {
  expect(resolveZone(zone)).toBe(zone);
});

// `local` would be the server's zone; luxon accepts `UTC+3` in some places and not in others.
it.each(["Mars/Olympus", "", "local", "system", "UTC+3", "Europe/Athens; x", "constructor"])(
  "replaces %j with UTC",
  (zone) => {
    expect(resolveZone(zone)).toBe("UTC");
  },
);

it.each(["Mars/Olympus", "US/Pacific", "+03:00", "local"])("resolves %j to a usable zone", (zone) => {
  expect(toLocalTime("2026-11-20T12:00:00Z", resolveZone(zone)).isValid).toBe(true);
  expect(createLocalClock(resolveZone(zone))(0)).not.toBeNaN();
});
