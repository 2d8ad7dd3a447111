import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { eachSlot, listDueSlots, listPastSlots, newestPeriod, nextRunAt, type Phase } from "./phases.ts";
import { type TinySchedule, tinyFunctions, walked } from "./plan-for-tests.ts";

const begin = Date.parse("2026-11-01T00:00:00.000Z");
const minute = 60_000;
const iso = (minutes: number): string => new Date(begin + minutes * minute).toISOString();

const schedules = fc.record({
  every: fc.constantFrom(60, 120, 480, 1_440),
  offset: fc.constantFrom(0, 5, 55),
  delay: fc.constantFrom(0, 60, 2_880),
  endsAt: fc.option(fc.integer({ min: 0, max: 9_000 }).map((at) => begin / minute + at)),
});
const phases: fc.Arbitrary<Phase<TinySchedule>[]> = fc
  .array(fc.record({ lasts: fc.nat(2_000), schedule: schedules, enabled: fc.boolean() }), {
    minLength: 1,
    maxLength: 4,
  })
  .map((list) => {
    let since = 0;
    return list.map(({ lasts, schedule, enabled }) => {
      const phase = { since: iso(since), schedule, enabled };
      since += lasts;
      return phase;
    });
  });
const instants = fc.nat(9_000).map(iso);

/** Lists each slot by iteration over the phases. */
const walk = (list: readonly Phase<TinySchedule>[], until: string) =>
  list.flatMap(({ since, schedule }, n) => {
    const end = list[n + 1]?.since ?? until;
    return walked(schedule, since, end).map((at) => ({
      at,
      runAt: new Date(Date.parse(at) + schedule.delay * minute).toISOString(),
    }));
  });
const inTwoWeeks = iso(20_160);

describe("slots without an outcome", () => {
  it("are those whose instant lies in the phase that planned them", () => {
    fc.assert(
      fc.property(phases, instants, fc.option(instants), (list, now, last) => {
        const left = walk(list, inTwoWeeks).filter(({ at }) => at > (last ?? ""));
        const gone = left.filter(({ at }) => at <= now);
        const found = listPastSlots(list, last, now, tinyFunctions);
        expect([found?.from, found?.newest.at, found?.count ?? 0, found?.previous ?? undefined]).toEqual([
          gone[0]?.at,
          gone.at(-1)?.at,
          gone.length,
          gone.at(-2)?.at,
        ]);
        if (found)
          expect(
            eachSlot(list, { from: found.from, to: found.newest.at }, 9_999, tinyFunctions).map(({ at }) => at),
          ).toEqual(gone.map(({ at }) => at));
      }),
      { numRuns: 300 },
    );
  });

  it("are due up to the newest that must have run by now, whatever its delay", () => {
    fc.assert(
      fc.property(phases, instants, fc.option(instants), (list, now, last) => {
        const left = walk(list, inTwoWeeks).filter(({ at }) => at > (last ?? ""));
        const newest = left.findLast(({ runAt }) => runAt <= now);
        const found = listDueSlots(list, last, now, tinyFunctions);
        expect([found?.newest.at, found?.count ?? 0]).toEqual([
          newest?.at,
          newest ? left.filter(({ at }) => at <= newest.at).length : 0,
        ]);
        if (newest || left.length === 0) return;
        // Nothing is due: the scheduler sleeps.
        const soonest = left.map(({ runAt }) => runAt).sort()[0];
        expect(nextRunAt(list, last, tinyFunctions)).toBe(soonest);
      }),
      { numRuns: 300 },
    );
  });
});

describe("the period of a test run", () => {
  it("is the usual one of its schedule before the newest past slot", () => {
    const daily = { every: 1_440, offset: 5, delay: 120, endsAt: null };
    expect(newestPeriod(daily, iso(1_500), tinyFunctions)).toEqual({
      slot: iso(1_445),
      period: { from: iso(0), to: iso(1_440) },
    });
    expect(newestPeriod(daily, iso(0), { ...tinyFunctions, newestSlot: () => null })).toBeUndefined();
  });
});
