import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkSlots, watched } from "#tests/schedules/check-slots.ts";
import { randomProbes, randomSchedule } from "#tests/schedules/random-schedules.ts";
import { Frequency } from "../enumerations.ts";
import { resolvePeriod } from "./periods.ts";
import { slotsAfter } from "./slots.ts";

/** For 40 zones and 20 years see tests/long/schedules.long.test.ts. */
describe("The slots of every schedule match a watched clock, and their periods are contiguous,", () => {
  it.each([
    ["Europe/Athens", "2026-01-03", "2026-12-31", "changes at 03:00"],
    ["Australia/Lord_Howe", "2026-01-03", "2026-12-31", "changes by half an hour"],
    ["Asia/Beirut", "2026-01-03", "2026-12-31", "skips midnight"],
    ["America/Santiago", "2026-01-03", "2026-12-31", "skips midnight, and has 23:00 twice"],
    ["America/Havana", "2026-01-03", "2026-12-31", "has midnight twice"],
    ["Africa/Casablanca", "2026-01-03", "2026-12-31", "changes around Ramadan"],
    ["Antarctica/Troll", "2026-01-03", "2026-12-31", "changes by two hours"],
    ["America/St_Johns", "2010-02-01", "2010-12-31", "changed at one minute past midnight"],
    ["Pacific/Apia", "2011-09-01", "2012-03-31", "skipped a day"],
    ["Pacific/Kwajalein", "1993-07-01", "1993-12-31", "skipped a day"],
    ["Asia/Pyongyang", "2015-06-01", "2015-12-31", "changed its rules by half an hour"],
  ])("in %s from %s to %s, which %s", (zone, firstDay, lastDay) => {
    const days = watched(zone, firstDay, lastDay);
    const property = fc.property(randomSchedule(zone, firstDay, lastDay), randomProbes(3), (schedule, probes) => {
      for (const frequency of Object.values(Frequency)) checkSlots({ ...schedule, frequency }, days, probes);
    });
    fc.assert(property, { numRuns: 2 });
  });
});

describe("If the schedule or the zone changes between two slots,", () => {
  const zones = ["Europe/Athens", "America/Havana", "Pacific/Kiritimati", "Pacific/Pago_Pago", "Australia/Lord_Howe"];
  const schedule = fc
    .constantFrom(...zones)
    .chain((zone) => randomSchedule(zone, "2026-01-01", "2026-12-31"))
    .map((one) => ({ ...one, startsFrom: null, endsTo: null }));

  it("slots stay in order and periods contiguous", () => {
    const edits = fc.array(fc.tuple(schedule, fc.integer({ min: 1, max: 4 })), { minLength: 2, maxLength: 12 });
    const property = fc.property(edits, (all) => {
      let since: { after: string; coveredUntil: string | null } = { after: "2026-03-01T12:34:56Z", coveredUntil: null };
      for (const [edited, slots] of all) {
        for (let made = 0; made < slots; made += 1) {
          const [slot] = slotsAfter(edited, since, 1);
          if (slot === undefined) throw new Error("A schedule without end has a next slot.");
          const period = resolvePeriod(edited, slot, since.coveredUntil);
          expect(slot.at > since.after && period.from < period.to && period.to <= slot.at).toBe(true);
          expect(period.from).toBe(since.coveredUntil ?? period.from);
          since = { after: slot.at, coveredUntil: period.to };
        }
      }
    });
    fc.assert(property, { numRuns: 200 });
  });
});
