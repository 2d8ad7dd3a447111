import { describe, expect, it } from "vitest";
import { Frequency } from "../enumerations.ts";
import { periodWithoutDateFilter, plannedPeriods, resolvePeriod } from "./periods.ts";
import type { Schedule, Slot } from "./schedule.ts";
import { scheduleWith } from "./schedule-for-tests.ts";
import { scheduleQueries } from "./schedule-queries.ts";
import { slotAtOrBefore, slotsAfter } from "./slots.ts";

const since = (after: string, coveredUntil: string | null = null) => ({ after, coveredUntil });
const newest = (schedule: Schedule, instant: string): Slot => {
  const slot = slotAtOrBefore(schedule, instant);
  if (slot === null) throw new Error("There is no slot.");
  return slot;
};

describe("A first period", () => {
  it.each<[keyof typeof Frequency, string, string]>([
    ["Hourly", "2026-10-14T11:00:00Z", "2026-10-14T12:00:00Z"],
    ["Every2Hours", "2026-10-14T09:00:00Z", "2026-10-14T11:00:00Z"],
    ["Every8Hours", "2026-10-13T21:00:00Z", "2026-10-14T05:00:00Z"],
    ["Daily", "2026-10-12T21:00:00Z", "2026-10-13T21:00:00Z"],
    ["Weekly", "2026-10-04T21:00:00Z", "2026-10-11T21:00:00Z"],
    ["Monthly", "2026-08-31T21:00:00Z", "2026-09-30T21:00:00Z"],
    ["Every48Hours", "2026-10-11T21:00:00Z", "2026-10-13T21:00:00Z"],
    ["Weekdays", "2026-10-12T21:00:00Z", "2026-10-13T21:00:00Z"],
    ["MondayWednesdayFriday", "2026-10-11T21:00:00Z", "2026-10-13T21:00:00Z"],
    ["MondayThursday", "2026-10-07T21:00:00Z", "2026-10-11T21:00:00Z"],
  ])("of %s has the usual length: %s to %s", (frequency, from, to) => {
    const schedule = scheduleWith({ frequency: Frequency[frequency], countedFrom: "2026-10-02" });
    const slot = newest(schedule, "2026-10-14T12:00:00Z");
    expect(resolvePeriod(schedule, slot, null)).toEqual({ from, to });
    expect(scheduleQueries.firstFrom(schedule, slot)).toBe(from);
  });

  it.each(["Hourly", "Daily", "Weekly", "Monthly"] as const)(
    "of %s is found even if years have five digits",
    (frequency) => {
      const schedule = scheduleWith({ frequency: Frequency[frequency], startsFrom: "9999-12-31" });
      const slots = slotsAfter(schedule, since("2026-10-14T12:00:00Z"), 60);
      const last = slots.at(-1);
      expect(last?.to).toMatch(/^\+010/);
      // A text comparison of such years would search forever. A merchant could hang a web process that way.
      for (const slot of slots)
        expect(Date.parse(resolvePeriod(schedule, slot, null).from)).toBeLessThan(Date.parse(slot.to));
    },
  );

  it("reaches back before the first day of the schedule", () => {
    const schedule = scheduleWith({
      frequency: Frequency.CustomMonthly,
      customMonthlyDay: 31,
      startsFrom: "2026-02-28",
    });
    const [slot] = slotsAfter(schedule, since("2020-01-01T00:00:00Z"), 1);
    expect(slot && resolvePeriod(schedule, slot, null)).toEqual({
      from: "2026-01-30T22:00:00Z",
      to: "2026-02-27T22:00:00Z",
    });
  });
});

describe("Periods", () => {
  it("of weekdays include the weekend on Monday", () => {
    const schedule = scheduleWith({ frequency: Frequency.Weekdays });
    const planned = plannedPeriods(schedule, since("2026-10-15T00:00:00Z"), 2);
    expect(planned.map(({ period }) => period)).toEqual([
      { from: "2026-10-14T21:00:00Z", to: "2026-10-15T21:00:00Z" },
      { from: "2026-10-15T21:00:00Z", to: "2026-10-18T21:00:00Z" },
    ]);
  });

  it("are rejected if their time is already covered", () => {
    const schedule = scheduleWith({});
    const slot = newest(schedule, "2026-10-14T12:00:00Z");
    expect(() => resolvePeriod(schedule, slot, slot.to)).toThrow("Look for slots with coveredUntil");
  });

  it("reach back 90 days without the date filter, or 60 with slow columns, by the wall clock", () => {
    const schedule = scheduleWith({ customHour: 600 });
    const slot = newest(schedule, "2026-11-20T12:00:00Z");
    expect(slot.at).toBe("2026-11-20T08:00:00Z");
    expect(periodWithoutDateFilter(schedule, slot, false)).toEqual({ from: "2026-08-22T07:00:00Z", to: slot.at });
    expect(periodWithoutDateFilter(schedule, slot, true)).toEqual({ from: "2026-09-21T07:00:00Z", to: slot.at });
  });
});

describe("When a schedule or a zone changes between two slots", () => {
  const last = { at: "2026-10-14T21:01:00Z", to: "2026-10-14T21:00:00Z" };
  it.each<[string, Partial<Schedule>, { at: string; from: string; to: string }[]]>([
    [
      "a later time on the same day has nothing left to report, but the next day has",
      { customHour: 18 * 60 },
      [{ at: "2026-10-16T15:00:00Z", from: last.to, to: "2026-10-15T21:00:00Z" }],
    ],
    [
      "hourly slots continue from the previous midnight",
      { frequency: Frequency.Hourly },
      [
        { at: "2026-10-14T22:00:00Z", from: last.to, to: "2026-10-14T22:00:00Z" },
        { at: "2026-10-14T23:00:00Z", from: "2026-10-14T22:00:00Z", to: "2026-10-14T23:00:00Z" },
      ],
    ],
    [
      "a weekly schedule begins with a short period",
      { frequency: Frequency.Weekly },
      [{ at: "2026-10-18T21:01:00Z", from: last.to, to: "2026-10-18T21:00:00Z" }],
    ],
    [
      "a shop that moved west has a longer day",
      { zone: "America/New_York" },
      [{ at: "2026-10-15T04:01:00Z", from: last.to, to: "2026-10-15T04:00:00Z" }],
    ],
    [
      "a shop that moved east has a shorter one",
      { zone: "Pacific/Auckland" },
      [{ at: "2026-10-15T11:01:00Z", from: last.to, to: "2026-10-15T11:00:00Z" }],
    ],
  ])("%s", (_, part, expected) => {
    const planned = plannedPeriods(scheduleWith(part), since(last.at, last.to), expected.length);
    expect(planned.map(({ slot, period }) => ({ at: slot.at, ...period }))).toEqual(expected);
  });

  it("a report at midnight has its next slot at the next midnight", () => {
    const [slot] = slotsAfter(
      scheduleWith({ customHour: 0 }),
      since("2026-10-14T21:00:00Z", "2026-10-14T21:00:00Z"),
      1,
    );
    expect(slot).toMatchObject({ at: "2026-10-15T21:00:00Z", to: "2026-10-15T21:00:00Z" });
  });

  it("a daily schedule after an hourly one does not report the morning twice", () => {
    // Hours were reported until 15:00 in Athens. At 18:00 the day up to the midnight before is over already.
    const planned = plannedPeriods(
      scheduleWith({ customHour: 1080 }),
      since("2026-10-14T12:00:00Z", "2026-10-14T12:00:00Z"),
      1,
    );
    expect(planned).toMatchObject([
      { slot: { at: "2026-10-15T15:00:00Z" }, period: { from: "2026-10-14T12:00:00Z", to: "2026-10-14T21:00:00Z" } },
    ]);
  });
});
