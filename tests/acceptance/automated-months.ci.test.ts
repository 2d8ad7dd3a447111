import { expect, it } from "vitest";
import { Frequency } from "#domain/enumerations.ts";
import { type Cast, liveYear } from "#tests/year/live-year.ts";

const seed = Number(process.env.RANDOM_SEED ?? Date.now() % 1_000_000);
const { Hourly, Every4Hours, Every6Hours, Every12Hours, Daily, Weekly } = Frequency;
const { CustomMonthly, Every48Hours, Weekdays, MondayThursday } = Frequency;

const cast: Cast = [
  { frequency: Daily, way: "mail" },
  { frequency: Hourly, way: "hook" },
  { frequency: Every4Hours, way: "mail" },
  { frequency: Every48Hours, way: "ftp" },
  { frequency: Weekly, way: "sftp" },
  { frequency: Weekdays, way: "ftps" },
  { frequency: Every6Hours, way: "public" },
  { frequency: Every12Hours, way: "hook" },
  { frequency: Daily, way: "http" },
  { frequency: MondayThursday, way: "mail" },
  { frequency: CustomMonthly, way: "hook" },
  { frequency: Daily, way: "ftp" },
];

it(`twelve reports run correctly through the weeks of clock changes (RANDOM_SEED=${seed})`, async () => {
  const begin = performance.now();
  const { tally, befell, wrong } = await liveYear({
    from: "2026-10-01T09:17:00.000Z",
    to: "2026-11-05T09:17:00.000Z",
    seed,
    cast,
  });
  console.log(`RANDOM_SEED=${seed} ${Math.round(performance.now() - begin)} ms`, JSON.stringify({ tally, befell }));
  expect(wrong).toEqual([]);
  expect((tally.delivered ?? 0) + (tally.empty ?? 0)).toBeGreaterThan(300);
});
