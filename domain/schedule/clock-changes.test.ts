import { DateTime } from "luxon";
import { describe, expect, it } from "vitest";
import { Frequency } from "../enumerations.ts";
import type { Schedule } from "./schedule.ts";
import { scheduleWith } from "./schedule-for-tests.ts";
import { slotsAfter, slotsBetween } from "./slots.ts";

/** Slots of some local days in the shop's local time with UTC offset, and the ends of their periods. */
const slotsOf = (zone: string, part: Partial<Schedule>, firstDay: string, lastDay: string) => {
  const schedule = scheduleWith({ zone, ...part, startsFrom: firstDay, endsTo: lastDay });
  const since = { after: "1980-01-01T00:00:00Z", coveredUntil: null };
  const slots = slotsAfter(schedule, since, 100);
  expect(slotsBetween(schedule, since, "2050-01-01T00:00:00Z")?.count).toBe(slots.length);
  const shown = (instant: string, format: string) => DateTime.fromISO(instant, { zone }).toFormat(format);
  return { at: slots.map(({ at }) => shown(at, "dd HH:mm Z")), to: slots.map(({ to }) => shown(to, "dd HH:mm")) };
};

describe("Hourly slots", () => {
  const hours = { frequency: Frequency.Hourly };
  it("continue after a skipped hour", () => {
    const { at } = slotsOf("Europe/Athens", hours, "2026-03-29", "2026-03-29");
    expect(at).toHaveLength(23);
    expect(at.slice(1, 4)).toEqual(["29 01:00 +2", "29 02:00 +2", "29 04:00 +3"]);
  });

  it("pause while an hour repeats", () => {
    const { at } = slotsOf("Europe/Athens", hours, "2026-10-25", "2026-10-25");
    expect(at).toHaveLength(24);
    expect(at.slice(2, 5)).toEqual(["25 02:00 +3", "25 03:00 +3", "25 04:00 +2"]);
  });

  it("are at half past if the gap ends there", () => {
    const { at } = slotsOf("Australia/Lord_Howe", hours, "2026-10-04", "2026-10-04");
    expect(at.slice(1, 4)).toEqual(["04 01:00 +10:30", "04 02:30 +11", "04 03:00 +11"]);
  });

  it("of a skipped day collapse into the midnight after it", () => {
    const { at } = slotsOf("Pacific/Apia", hours, "2011-12-29", "2011-12-31");
    expect(at).toHaveLength(48);
    expect(at.slice(22, 26)).toEqual(["29 22:00 -10", "29 23:00 -10", "31 00:00 +14", "31 01:00 +14"]);
  });
});

describe("A time of day", () => {
  it.each<[string, string, number, string, string[]]>([
    ["skipped in Athens, after the gap", "Europe/Athens", 210, "2026-03-29", ["29 04:00 +3"]],
    ["twice in Athens, the first", "Europe/Athens", 210, "2026-10-25", ["25 03:30 +3"]],
    ["skipped in Lord Howe, after the gap", "Australia/Lord_Howe", 125, "2026-10-04", ["04 02:30 +11"]],
    ["twice in Lord Howe, the first", "Australia/Lord_Howe", 105, "2026-04-05", ["05 01:45 +11"]],
    ["skipped in Beirut", "Asia/Beirut", 1, "2026-03-29", ["29 01:00 +3"]],
    ["skipped in Cairo", "Africa/Cairo", 1, "2026-04-24", ["24 01:00 +3"]],
    ["twice in Cairo, late in the evening", "Africa/Cairo", 1410, "2026-10-29", ["29 23:30 +3"]],
    ["skipped in Santiago", "America/Santiago", 1, "2026-09-06", ["06 01:00 -3"]],
    ["twice in Santiago", "America/Santiago", 1410, "2026-04-04", ["04 23:30 -3"]],
    ["skipped in Asuncion", "America/Asuncion", 1, "2023-10-01", ["01 01:00 -3"]],
    ["skipped in Havana", "America/Havana", 1, "2026-03-08", ["08 01:00 -4"]],
    ["twice in Havana", "America/Havana", 1, "2026-11-01", ["01 00:01 -4"]],
    ["skipped in St John's at one minute past midnight", "America/St_Johns", 1, "2011-03-13", ["13 01:01 -2:30"]],
    ["skipped by two hours in Troll", "Antarctica/Troll", 90, "2026-03-29", ["29 03:00 +2"]],
    [
      "on the last evening before Pyongyang moved half an hour ahead",
      "Asia/Pyongyang",
      1410,
      "2018-05-04",
      ["05 00:00 +9"],
    ],
  ])("%s", (_, zone, customHour, date, expected) => {
    expect(slotsOf(zone, { customHour }, date, date).at).toEqual(expected);
  });
});

describe("The day that Apia skipped", () => {
  it("has one slot at its end, which covers the day before it", () => {
    const { at, to } = slotsOf("Pacific/Apia", {}, "2011-12-29", "2012-01-01");
    expect(at).toEqual(["29 00:01 -10", "31 00:00 +14", "01 00:01 +14"]);
    expect(to).toEqual(["29 00:00", "31 00:00", "01 00:00"]);
  });

  it("has no slot if the schedule begins on the day after it, which then has its own", () => {
    expect(slotsOf("Pacific/Apia", {}, "2011-12-31", "2012-01-01").at).toEqual(["31 00:01 +14", "01 00:01 +14"]);
  });

  it("is counted once, whatever range is counted", () => {
    const schedule = scheduleWith({ zone: "Pacific/Apia", customHour: 1080 });
    const walked = slotsAfter(schedule, { after: "2011-12-25T00:00:00Z", coveredUntil: null }, 12).map(({ at }) => at);
    const hours = Array.from({ length: 21 }, (_, n) => new Date(Date.UTC(2011, 11, 28) + n * 21_600_000).toISOString());
    for (const after of hours) {
      for (const until of hours.filter((hour) => hour > after)) {
        const between = walked.filter((at) => at > after.slice(0, 19) && at.slice(0, 19) <= until.slice(0, 19));
        const found = slotsBetween(schedule, { after, coveredUntil: null }, until);
        expect(found?.count ?? 0, `${after} ${until}`).toBe(between.length);
      }
    }
  });

  it("does not skip a weekly or a monthly slot", () => {
    const friday = { frequency: Frequency.CustomWeekly, customWeeklyDay: 5 } as const;
    expect(slotsOf("Pacific/Apia", friday, "2011-12-20", "2012-01-08").at).toEqual([
      "23 00:01 -10",
      "31 00:00 +14",
      "06 00:01 +14",
    ]);
    const thirtieth = { frequency: Frequency.CustomMonthly, customMonthlyDay: 30, customHour: 1080 };
    expect(slotsOf("Pacific/Apia", thirtieth, "2011-12-01", "2012-01-30").at).toEqual(["31 00:00 +14", "30 18:00 +14"]);
  });

  it("is not the only one: Kwajalein skipped 21 August 1993", () => {
    const { at } = slotsOf("Pacific/Kwajalein", {}, "1993-08-19", "1993-08-23");
    expect(at).toEqual(["19 00:01 -12", "20 00:01 -12", "22 00:00 +12", "23 00:01 +12"]);
  });
});
