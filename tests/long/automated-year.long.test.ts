import { expect, it } from "vitest";
import { Frequency } from "#domain/enumerations.ts";
import type { Way } from "#tests/year/destinations.ts";
import { type Cast, liveYear } from "#tests/year/live-year.ts";

const seed = Number(process.env.RANDOM_SEED ?? Date.now() % 1_000_000);

/** How many reports have which schedule: fifty. Those by the hour have most slots of the year, those by days most edits. */
const counts: readonly (readonly [Frequency, number])[] = [
  [Frequency.Hourly, 1],
  [Frequency.Every2Hours, 1],
  [Frequency.Every4Hours, 1],
  [Frequency.Every6Hours, 1],
  [Frequency.Every8Hours, 1],
  [Frequency.Every12Hours, 2],
  [Frequency.Daily, 6],
  [Frequency.Weekly, 5],
  [Frequency.CustomWeekly, 5],
  [Frequency.Monthly, 3],
  [Frequency.CustomMonthly, 5],
  [Frequency.Every48Hours, 5],
  [Frequency.Weekdays, 5],
  [Frequency.MondayWednesdayFriday, 5],
  [Frequency.MondayThursday, 4],
];
/** Real servers for some of those by days; the mass is in memory. */
const byDays: readonly Way[] = ["mail", "hook", "public", "ftp", "mail", "ftps", "hook", "sftp", "http"];
const byHours: readonly Way[] = ["hook", "mail", "public"];
const frequencies = counts.flatMap(([frequency, count]) => Array.from({ length: count }, () => frequency));
const cast: Cast = frequencies.map((frequency, n) => {
  const ways = n < 7 ? byHours : byDays;
  return { frequency, way: ways[n % ways.length] ?? "mail" };
});

it(`fifty reports run correctly through a year (RANDOM_SEED=${seed})`, async () => {
  expect(new Set(frequencies).size).toBe(Object.keys(Frequency).length);
  expect(cast).toHaveLength(50);
  const begin = performance.now();
  const year = { from: "2026-01-02T09:17:00.000Z", to: "2027-01-02T09:17:00.000Z", intensity: 0.5 };
  const { tally, befell, wrong } = await liveYear({ ...year, seed, cast });
  console.log(`RANDOM_SEED=${seed} ${Math.round(performance.now() - begin)} ms`, JSON.stringify({ tally, befell }));
  expect(wrong).toEqual([]);
  expect((tally.delivered ?? 0) + (tally.empty ?? 0)).toBeGreaterThan(8_000);
});
