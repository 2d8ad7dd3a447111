import { DateTime } from "luxon";
import { describe, expect, it } from "vitest";
import { expectedSlots } from "#tests/acceptance/expected/slots.ts";
import { watchClock } from "#tests/acceptance/expected/watched-clock.ts";
import { Delay, Frequency, Weekday } from "../enumerations.ts";
import type { Schedule } from "./schedule.ts";
import { scheduleWith } from "./schedule-for-tests.ts";
import {
  dueSlots,
  isExpired,
  newestDueSlot,
  nextExecution,
  slotAtOrBefore,
  slotsAfter,
  slotsBetween,
  withoutLimits,
} from "./slots.ts";

const dayMs = 86_400_000;
const since = (after: string, coveredUntil: string | null = null) => ({ after, coveredUntil });

/** The next slots in the shop's local time. */
const shown = (part: Partial<Schedule>, after: string, limit: number): string[] => {
  const schedule = scheduleWith(part);
  return slotsAfter(schedule, since(after), limit).map(({ at }) =>
    DateTime.fromISO(at, { zone: schedule.zone }).toFormat("ccc yyyy-MM-dd HH:mm"),
  );
};

describe("The slots of a schedule", () => {
  const after = "2026-10-14T12:34:56Z"; // Wednesday, 15:34 in Athens
  it.each<[string, Partial<Schedule>, string[]]>([
    ["hourly", { frequency: Frequency.Hourly }, ["Wed 2026-10-14 16:00", "Wed 2026-10-14 17:00"]],
    ["every 2 hours", { frequency: Frequency.Every2Hours }, ["Wed 2026-10-14 16:00", "Wed 2026-10-14 18:00"]],
    ["every 4 hours", { frequency: Frequency.Every4Hours }, ["Wed 2026-10-14 16:00", "Wed 2026-10-14 20:00"]],
    ["every 6 hours", { frequency: Frequency.Every6Hours }, ["Wed 2026-10-14 18:00", "Thu 2026-10-15 00:00"]],
    ["every 8 hours", { frequency: Frequency.Every8Hours }, ["Wed 2026-10-14 16:00", "Thu 2026-10-15 00:00"]],
    ["every 12 hours", { frequency: Frequency.Every12Hours }, ["Thu 2026-10-15 00:00", "Thu 2026-10-15 12:00"]],
    ["daily", {}, ["Thu 2026-10-15 00:01", "Fri 2026-10-16 00:01"]],
    ["daily at a time", { customHour: 1439 }, ["Wed 2026-10-14 23:59", "Thu 2026-10-15 23:59"]],
    ["weekly", { frequency: Frequency.Weekly, customWeeklyDay: 3 }, ["Mon 2026-10-19 00:01", "Mon 2026-10-26 00:01"]],
    [
      "of a custom week",
      { frequency: Frequency.CustomWeekly, customWeeklyDay: Weekday.Sunday, customHour: 18 * 60 },
      ["Sun 2026-10-18 18:00", "Sun 2026-10-25 18:00"],
    ],
    [
      "monthly",
      { frequency: Frequency.Monthly, customMonthlyDay: 9 },
      ["Sun 2026-11-01 00:01", "Tue 2026-12-01 00:01"],
    ],
    [
      "of a custom month",
      { frequency: Frequency.CustomMonthly, customMonthlyDay: 15, customHour: 600 },
      ["Thu 2026-10-15 10:00", "Sun 2026-11-15 10:00"],
    ],
    [
      "every 48 hours",
      { frequency: Frequency.Every48Hours, countedFrom: "2026-10-01" },
      ["Thu 2026-10-15 00:01", "Sat 2026-10-17 00:01"],
    ],
    [
      "every 48 hours from a first day",
      { frequency: Frequency.Every48Hours, startsFrom: "2026-10-01" },
      ["Thu 2026-10-15 00:01", "Sat 2026-10-17 00:01"],
    ],
    [
      "on weekdays",
      { frequency: Frequency.Weekdays },
      ["Thu 2026-10-15 00:01", "Fri 2026-10-16 00:01", "Mon 2026-10-19 00:01"],
    ],
    [
      "on Monday, Wednesday and Friday",
      { frequency: Frequency.MondayWednesdayFriday },
      ["Fri 2026-10-16 00:01", "Mon 2026-10-19 00:01", "Wed 2026-10-21 00:01"],
    ],
    [
      "on Monday and Thursday",
      { frequency: Frequency.MondayThursday, customHour: 540 },
      ["Thu 2026-10-15 09:00", "Mon 2026-10-19 09:00", "Thu 2026-10-22 09:00"],
    ],
  ])("%s", (_, part, expected) => {
    expect(shown(part, after, expected.length)).toEqual(expected);
  });

  it.each([
    [29, ["2027-01-29", "2027-02-28", "2027-03-29", "2027-04-29"]],
    [30, ["2027-01-30", "2027-02-28", "2027-03-30", "2027-04-30"]],
    [31, ["2027-01-31", "2027-02-28", "2027-03-31", "2027-04-30"]],
  ])("of day %i are on the last day of a month that lacks it", (customMonthlyDay, days) => {
    const part = { frequency: Frequency.CustomMonthly, customMonthlyDay };
    expect(shown(part, "2027-01-15T00:00:00Z", 4).map((text) => text.slice(4, 14))).toEqual(days);
    expect(shown(part, "2028-02-15T00:00:00Z", 1)[0]).toContain("2028-02-29");
  });

  it("are strictly after the given instant, but the newest past one may be at it", () => {
    const [slot] = slotsAfter(scheduleWith({}), since("2026-10-14T21:00:59Z"), 1);
    expect(slot).toEqual({ at: "2026-10-14T21:01:00Z", runAt: "2026-10-14T21:01:00Z", to: "2026-10-14T21:00:00Z" });
    expect(slotsAfter(scheduleWith({}), since("2026-10-14T21:01:00Z"), 1)[0]?.at).toBe("2026-10-15T21:01:00Z");
    expect(slotAtOrBefore(scheduleWith({}), "2026-10-14T21:01:00Z")).toEqual(slot);
    expect(slotAtOrBefore(scheduleWith({}), "2026-10-14T21:00:59Z")?.at).toBe("2026-10-13T21:01:00Z");
  });
});

describe("A delay", () => {
  const schedule = scheduleWith({ frequency: Frequency.Weekly, delay: Delay.TwoDays });
  it("moves the run, but neither the slot nor its period", () => {
    expect(slotsAfter(schedule, since("2026-10-14T00:00:00Z"), 1)).toEqual([
      { at: "2026-10-18T21:01:00Z", runAt: "2026-10-20T21:01:00Z", to: "2026-10-18T21:00:00Z" },
    ]);
  });

  it("keeps a slot waiting until the next execution", () => {
    const before = since("2026-10-14T00:00:00Z");
    expect(dueSlots(schedule, before, "2026-10-20T21:00:59Z")).toBeNull();
    expect(nextExecution(schedule, "2026-10-20T21:00:59Z")).toBe("2026-10-20T21:01:00Z");
    expect(dueSlots(schedule, before, "2026-10-20T21:01:00Z")?.newest.at).toBe("2026-10-18T21:01:00Z");
    expect(newestDueSlot(schedule, "2026-10-20T21:00:59Z")?.at).toBe("2026-10-11T21:01:00Z");
    expect(newestDueSlot(schedule, "2026-10-20T21:01:00Z")?.at).toBe("2026-10-18T21:01:00Z");
    expect(nextExecution(schedule, "2026-10-20T21:01:00Z")).toBe("2026-10-27T22:01:00Z");
  });

  it("lets the slots of the last day run after it", () => {
    const ending = { ...schedule, endsTo: "2026-10-19" };
    expect(isExpired(ending, "2026-10-19T21:00:00Z")).toBe(true);
    expect(nextExecution(ending, "2026-10-19T21:00:00Z")).toBe("2026-10-20T21:01:00Z");
    expect(nextExecution(ending, "2026-10-20T21:01:00Z")).toBeNull();
  });
});

describe("The first and the last day", () => {
  const schedule = scheduleWith({ frequency: Frequency.Every12Hours, startsFrom: "2026-10-14", endsTo: "2026-10-15" });
  it("are local days, and both have slots", () => {
    expect(slotsAfter(schedule, since("2020-01-01T00:00:00Z"), 9).map(({ at }) => at)).toEqual([
      "2026-10-13T21:00:00Z",
      "2026-10-14T09:00:00Z",
      "2026-10-14T21:00:00Z",
      "2026-10-15T09:00:00Z",
    ]);
    expect(slotAtOrBefore(schedule, "2026-10-13T20:59:59Z")).toBeNull();
    expect(slotAtOrBefore(schedule, "2030-01-01T00:00:00Z")?.at).toBe("2026-10-15T09:00:00Z");
  });

  it("let the schedule expire at the end of the last day", () => {
    expect(isExpired(schedule, "2026-10-15T20:59:59Z")).toBe(false);
    expect(isExpired(schedule, "2026-10-15T21:00:00Z")).toBe(true);
    expect(isExpired(scheduleWith({}), "2099-01-01T00:00:00Z")).toBe(false);
  });

  it("leave no slot if the last one is before the first one", () => {
    const empty = scheduleWith({ startsFrom: "2026-10-15", endsTo: "2026-10-14" });
    expect(slotsAfter(empty, since("2020-01-01T00:00:00Z"), 1)).toEqual([]);
    expect(slotsBetween(empty, since("2020-01-01T00:00:00Z"), "2030-01-01T00:00:00Z")).toBeNull();
  });

  it("can be ignored without shifting every second day", () => {
    const second = scheduleWith({ frequency: Frequency.Every48Hours, startsFrom: "2026-10-15" });
    expect(slotAtOrBefore(second, "2026-10-14T12:00:00Z")).toBeNull();
    expect(slotAtOrBefore(withoutLimits(second), "2026-10-14T12:00:00Z")?.at).toBe("2026-10-12T21:01:00Z");
  });
});

describe("Many past slots", () => {
  it("are counted, with the first, the newest and the one before that", () => {
    const hourly = scheduleWith({ frequency: Frequency.Hourly });
    const year = slotsBetween(hourly, since("2025-10-14T12:00:00Z"), "2026-10-14T12:00:00Z");
    expect(year).toMatchObject({
      // Spring skips an hour, autumn repeats none.
      count: 365 * 24 - 1,
      first: { at: "2025-10-14T13:00:00Z" },
      previous: { at: "2026-10-14T11:00:00Z" },
      newest: { at: "2026-10-14T12:00:00Z" },
    });
    const one = slotsBetween(hourly, since("2026-10-14T11:00:00Z"), "2026-10-14T12:30:00Z");
    expect(one).toMatchObject({ count: 1, previous: null, first: one?.newest });
  });
});

describe("Slots match those of a watched clock", () => {
  it.each([
    ["Europe/Athens", "2026-03-28", "2026-03-30"],
    ["Australia/Lord_Howe", "2026-10-03", "2026-10-05"],
  ])("in %s from %s", (zone, from, to) => {
    const seen = watchClock(zone, Date.parse(from) - 3 * dayMs, Date.parse(to) + 3 * dayMs);
    for (const frequency of Object.values(Frequency)) {
      const schedule = scheduleWith({ zone, frequency });
      const expected = expectedSlots(schedule, from, to, seen);
      const [first, last] = [expected[0], expected.at(-1)];
      if (first === undefined || last === undefined) continue;
      const before = new Date(Date.parse(first.at) - 1000).toISOString();
      expect(slotsAfter(schedule, since(before), expected.length)).toEqual(expected);
    }
  });
});
