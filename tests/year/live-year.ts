import { inspect } from "node:util";
import type { Frequency } from "#domain/enumerations.ts";
import { randomFrom } from "../faults/random-load.ts";
import { befallsOf, createMerchants } from "./befalls.ts";
import { destinationOf, type Way } from "./destinations.ts";
import { judge, type Tally, watchZones } from "./judge.ts";
import { leaveForGood } from "./leave-for-good.ts";
import { openShop } from "./shops.ts";
import { createWorld } from "./world.ts";

/** Clocks that are changed by an hour, by half an hour, at midnight, on other days; and one that never is. */
const zones = [
  "Europe/Athens",
  "America/New_York",
  "Australia/Lord_Howe",
  "America/Havana",
  "Africa/Cairo",
  "Asia/Kathmandu",
];
const day = 86_400_000;
/** At the end all works, so that what was begun comes to an end. */
const calm = 4 * day;

export type Cast = readonly { frequency: Frequency; way: Way }[];
export type Year = { from: string; to: string; seed: number; cast: Cast; intensity?: number };

/**
 * Reports of shops in six zones live from one instant to another, disturbed as the seed says, and are judged then.
 * Returns how many slots had which outcome, what befell, and what is wrong.
 */
export const liveYear = async ({
  from,
  to,
  seed,
  cast,
  intensity = 1,
}: Year): Promise<{ tally: Tally; befell: Tally; wrong: string[] }> => {
  const dice = randomFrom(seed);
  const world = await createWorld(from);
  try {
    const shops = await Promise.all(zones.map((zone, n) => openShop(world, `shop-${n + 1}`, zone)));
    for (const [n, { frequency, way }] of cast.entries()) {
      const shop = shops[n % shops.length];
      const own = `r${n + 1}`;
      const schedule = { frequency, customMonthlyDay: 31, customHour: [1, 0, 150, 720][n % 4] ?? 1 };
      const given = { title: `Report ${own}`, exportEmptyReports: n % 3 === 0 };
      const report = await shop?.automate(schedule, destinationOf(world.receivers, way, own), given);
      if (report) report.way = way;
    }
    const stage = { world, shops, zones, dice };
    const end = Date.parse(to);
    const leaving = await leaveForGood(stage, Date.parse(from), end - calm);
    const befalls = befallsOf(stage, Date.parse(from), end - calm, intensity).concat(leaving.befalls);
    befalls.sort((before, after) => before.at - after.at);
    const befell: Tally = {};
    for (const { at, what, do: act } of befalls) {
      await world.runUntil(new Date(at).toISOString());
      await act();
      befell[what] = (befell[what] ?? 0) + 1;
    }
    await world.runUntil(new Date(end - calm).toISOString());
    await createMerchants({ ...stage, shops: [...shops, ...leaving.shops] }).visit("all");
    await world.runUntil(to);
    const watched = watchZones(zones, from, to);
    const tally: Tally = {};
    const wrong: string[] = [];
    for (const shop of [...shops, ...leaving.shops])
      for (const report of shop.reports) {
        try {
          const one = await judge(world, report, { end: to, watched, wasAway: shop.wasAway });
          for (const [name, count] of Object.entries(one)) tally[name] = (tally[name] ?? 0) + count;
        } catch (error) {
          // All are judged, as a year is long.
          wrong.push(`${report.title}: ${inspect(error, { depth: 6 }).slice(0, 3_000)}`);
        }
      }
    return { tally, befell, wrong: [...wrong, ...world.errors] };
  } finally {
    await world.close();
  }
};
