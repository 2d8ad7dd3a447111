import fc from "fast-check";
import { Delay, Frequency, type Weekday } from "#domain/enumerations.ts";
import type { Schedule } from "#domain/schedule/schedule.ts";
import type { Probe } from "./check-slots.ts";

/** Times at which clocks are changed somewhere come often. */
const minutes = fc.oneof(
  fc.constantFrom(0, 1, 30, 59, 60, 90, 120, 150, 1380, 1410, 1439),
  fc.integer({ min: 0, max: 1439 }),
);
const daysOfMonth = fc.oneof(fc.constantFrom(1, 28, 29, 30, 31), fc.integer({ min: 1, max: 31 }));

/** A day of a stretch of days, or none. */
const limit = (firstDay: string, lastDay: string) => {
  const [from, to] = [Date.parse(firstDay), Date.parse(lastDay)].map((day) => day / 86_400_000);
  const day = fc
    .integer({ min: from ?? 0, max: to ?? 0 })
    .map((number) => new Date(number * 86_400_000).toISOString().slice(0, 10));
  return fc.option(day, { freq: 2 });
};

/** Schedules of a zone whose own days are within some. */
export const randomSchedule = (zone: string, firstDay: string, lastDay: string): fc.Arbitrary<Schedule> =>
  fc.record({
    frequency: fc.constantFrom(...Object.values(Frequency)),
    customWeeklyDay: fc.integer({ min: 0, max: 6 }) as fc.Arbitrary<Weekday>,
    customMonthlyDay: daysOfMonth,
    customHour: minutes,
    delay: fc.constantFrom(...Object.values(Delay)),
    startsFrom: limit(firstDay, lastDay),
    endsTo: limit(firstDay, lastDay),
    zone: fc.constant(zone),
    countedFrom: fc.constant(firstDay),
  });

const part = fc.double({ min: 0, max: 1, noNaN: true });
export const randomProbes = (count: number): fc.Arbitrary<Probe[]> =>
  fc.array(fc.tuple(part, part, part), { minLength: count, maxLength: count });
