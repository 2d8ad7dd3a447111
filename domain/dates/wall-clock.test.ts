import { describe, expect, it } from "vitest";
import { clockShows } from "#tests/acceptance/expected/watched-clock.ts";
import { UnknownTimezone } from "./local-time.ts";
import { createWallClock } from "./wall-clock.ts";
import { zoneChanges } from "./zone-changes.ts";

const hour = 3_600_000;
const instantOf = (zone: string, wall: string): string =>
  new Date(createWallClock(zone).toInstant(Date.parse(`${wall}Z`))).toISOString().slice(0, 19);

describe("A wall-clock time", () => {
  it.each([
    ["at which the clock shows it", "Europe/Athens", "2026-10-14T00:01", "2026-10-13T21:01:00"],
    ["after the gap, when it is skipped", "Europe/Athens", "2026-03-29T03:30", "2026-03-29T01:00:00"],
    ["of its first occurrence, when it occurs twice", "Europe/Athens", "2026-10-25T03:30", "2026-10-25T00:30:00"],
    ["after a half-hour gap", "Australia/Lord_Howe", "2026-10-04T02:15", "2026-10-03T15:30:00"],
    [
      "of its first occurrence, when half an hour repeats",
      "Australia/Lord_Howe",
      "2026-04-05T01:45",
      "2026-04-04T14:45:00",
    ],
    ["after a skipped midnight", "Asia/Beirut", "2026-03-29T00:00", "2026-03-28T22:00:00"],
    ["after a skipped midnight and a minute", "America/St_Johns", "2011-03-13T00:30", "2011-03-13T03:31:00"],
    ["of the first of two midnights", "America/Havana", "2026-11-01T00:00", "2026-11-01T04:00:00"],
    [
      "of midnight, which occurs once although 23:00 occurs twice",
      "America/Santiago",
      "2026-04-05T00:00",
      "2026-04-05T04:00:00",
    ],
    ["after a skipped day", "Pacific/Apia", "2011-12-30T18:00", "2011-12-30T10:00:00"],
    ["after another skipped day", "Pacific/Kwajalein", "1993-08-21T12:00", "1993-08-21T12:00:00"],
    ["on the first day, when a day occurs twice", "America/Juneau", "1867-10-18T12:00", "1867-10-17T20:57:41"],
    ["in a zone that is far from UTC", "Pacific/Kiritimati", "2026-10-14T00:00", "2026-10-13T10:00:00"],
    ["in a zone that never changes", "Etc/GMT+12", "2026-10-14T00:00", "2026-10-14T12:00:00"],
  ])("resolves to the instant %s: %s, %s", (_, zone, wall, instant) => {
    expect(instantOf(zone, wall)).toBe(instant);
  });

  it("cannot be resolved in an unknown zone", () => {
    expect(() => createWallClock("Mars/Olympus")).toThrow(UnknownTimezone);
  });
});

describe("The latest wall-clock time", () => {
  it("does not go back while an hour repeats", () => {
    const { latestWallTimeAt } = createWallClock("Europe/Athens");
    const latest = [
      "2026-10-25T00:59:59.999Z",
      "2026-10-25T01:00:00Z",
      "2026-10-25T01:59:59Z",
      "2026-10-25T02:00:00Z",
    ].map((instant) => new Date(latestWallTimeAt(Date.parse(instant))).toISOString().slice(11, 23));
    expect(latest).toEqual(["03:59:59.999", "03:59:59.999", "03:59:59.999", "04:00:00.000"]);
  });

  it.each([
    ["Europe/Athens", 2025],
    ["Antarctica/Troll", 2025],
    ["Australia/Lord_Howe", 2025],
    ["America/Juneau", 1867],
  ])("in %s in %i never falls behind what the clock has shown", (zone, year) => {
    const { latestWallTimeAt } = createWallClock(zone);
    const changes = zoneChanges(zone).between(Date.UTC(year, 0), Date.UTC(year + 1, 0));
    expect(changes.length).toBeGreaterThan(0);
    for (const { at } of changes) {
      let latest = Number.NEGATIVE_INFINITY;
      for (let instant = at - 30 * hour; instant < at + 30 * hour; instant += hour / 4) {
        latest = Math.max(latest, clockShows(instant, zone));
        // Between two samples the clock showed slightly more before it was set back.
        expect(latestWallTimeAt(instant)).toBeGreaterThanOrEqual(latest);
        expect(latestWallTimeAt(instant) - latest).toBeLessThan(hour / 4);
      }
    }
  });

  it.each([
    "Europe/Athens",
    "America/Havana",
    "Australia/Lord_Howe",
    "Antarctica/Troll",
    "Pacific/Apia",
    "America/St_Johns",
  ])("in %s reaches a time exactly at that time's instant", (zone) => {
    const { toInstant, latestWallTimeAt } = createWallClock(zone);
    const changes = zoneChanges(zone).between(Date.UTC(2005, 0), Date.UTC(2015, 0));
    expect(changes.length).toBeGreaterThan(1);
    for (const { at } of changes) {
      for (let wall = at - 30 * hour; wall < at + 42 * hour; wall += hour / 2) {
        const instant = toInstant(wall);
        expect(latestWallTimeAt(instant)).toBeGreaterThanOrEqual(wall);
        expect(latestWallTimeAt(instant - 1)).toBeLessThan(wall);
      }
    }
  });
});

describe("The clock changes of a zone", () => {
  it("match its clock to the second", () => {
    for (const zone of [
      "Europe/Athens",
      "Africa/Casablanca",
      "America/St_Johns",
      "Asia/Pyongyang",
      "Europe/Amsterdam",
    ]) {
      for (const { at, before, after } of zoneChanges(zone).between(Date.UTC(1930, 0), Date.UTC(2030, 0))) {
        expect([clockShows(at - 1000, zone) - at + 1000, clockShows(at, zone) - at]).toEqual([before, after]);
      }
    }
  });

  it("are complete, even in years with four of them", () => {
    const counted = (zone: string, year: number) =>
      zoneChanges(zone).between(Date.UTC(year, 0), Date.UTC(year + 1, 0)).length;
    expect(counted("Africa/Cairo", 2014)).toBe(4);
    expect(counted("Africa/Casablanca", 2013)).toBe(4);
    expect(counted("Asia/Tokyo", 2026)).toBe(0);
  });
});
