import fc from "fast-check";
import { describe, it } from "vitest";
import { Frequency } from "#domain/enumerations.ts";
import { checkSlots, watched } from "#tests/schedules/check-slots.ts";
import { randomProbes, randomSchedule } from "#tests/schedules/random-schedules.ts";

/**
 * Zones of every kind: hourly and half-hourly changes, at midnight, by Ramadan, changed rules, skipped days, no
 * changes.
 */
const zones = `
  Africa/Cairo Africa/Casablanca Africa/El_Aaiun Africa/Johannesburg Africa/Tripoli
  America/Asuncion America/Caracas America/Chicago America/Havana America/Los_Angeles America/Mexico_City America/Montevideo
  America/New_York America/Port-au-Prince America/Santiago America/Sao_Paulo America/St_Johns
  Antarctica/Casey Antarctica/Troll
  Asia/Amman Asia/Beirut Asia/Gaza Asia/Jerusalem Asia/Kathmandu Asia/Kolkata Asia/Pyongyang Asia/Tehran Asia/Tokyo
  Atlantic/Azores Australia/Lord_Howe Australia/Sydney
  Europe/Athens Europe/Dublin Europe/Istanbul Europe/London Europe/Moscow
  Pacific/Apia Pacific/Auckland Pacific/Chatham Pacific/Fiji Pacific/Kiritimati UTC
`
  .trim()
  .split(/\s+/);

/** The sample of the quick tests: domain/schedule/every-schedule.test.ts. */
describe("Every schedule has the same slots, computed or found by watching the clock, and contiguous periods:", () => {
  it.each(zones)("in %s", (zone) => {
    const [firstDay, lastDay] = ["2006-01-03", "2025-12-20"];
    const days = watched(zone, firstDay, lastDay);
    const property = fc.property(randomSchedule(zone, firstDay, lastDay), randomProbes(20), (schedule, probes) => {
      for (const frequency of Object.values(Frequency)) {
        checkSlots({ ...schedule, frequency, startsFrom: null, endsTo: null }, days, probes);
        checkSlots({ ...schedule, frequency }, days, probes);
      }
    });
    fc.assert(property, { numRuns: 1, endOnFailure: true });
  });

  it.each([
    ["Pacific/Kwajalein", "1990-01-03", "1999-12-31"],
    ["Pacific/Kiritimati", "1990-01-03", "1999-12-31"],
    ["Asia/Manila", "1985-01-03", "1994-12-31"],
    ["Europe/London", "1965-01-03", "1975-12-31"],
    ["America/Argentina/San_Luis", "1999-02-03", "2010-12-31"],
  ])("in %s, long ago", (zone, firstDay, lastDay) => {
    const days = watched(zone, firstDay, lastDay);
    const property = fc.property(randomSchedule(zone, firstDay, lastDay), randomProbes(20), (schedule, probes) => {
      for (const frequency of Object.values(Frequency)) checkSlots({ ...schedule, frequency }, days, probes);
    });
    fc.assert(property, { numRuns: 2, endOnFailure: true });
  });
});
