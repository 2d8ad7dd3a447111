import { expect } from "vitest";
import { publicToken } from "#application/deliveries/public-address.ts";
import { publicationAt } from "#application/exports/publications.ts";
import { sha256 } from "#application/text/derive-id.ts";
import type { EventMetadata } from "#domain/core/message.ts";
import type { LedgerEvent } from "#domain/ledger/events.ts";
import type { RunEvent } from "#domain/run/events.ts";
import { deriveDeliveryId } from "#domain/run/run-ids.ts";
import type { Schedule, Slot } from "#domain/schedule/schedule.ts";
import { expectedSlots } from "../acceptance/expected/slots.ts";
import { type Advance, watchClock } from "../acceptance/expected/watched-clock.ts";
import { arrivalsOf, type DeliveredFile, judgeArrivals, judgeFiles } from "./judge-arrivals.ts";
import { asClaimed, expectedOf, judgeDeletions, judgeTests, receiversOf, wasDeleted } from "./judge-rearranged.ts";
import { ordersIn } from "./orders.ts";
import type { Report, Told } from "./shops.ts";
import type { Living } from "./world.ts";

const dayMs = 86_400_000;
const localDay = (instant: number): string => new Date(instant).toISOString().slice(0, 10);

/** Clocks as they were watched from some months before an instant to some days after another. */
export const watchZones = (zones: readonly string[], from: string, to: string): ReadonlyMap<string, Advance[]> =>
  new Map(zones.map((zone) => [zone, watchClock(zone, Date.parse(from) - 100 * dayMs, Date.parse(to) + 20 * dayMs)]));
type Watched = ReadonlyMap<string, Advance[]>;

const seenIn = (watched: Watched, schedule: Schedule, from: number, to: number) =>
  expectedSlots(schedule, localDay(from), localDay(to), watched.get(schedule.zone) ?? []);

/** Returns every slot of a merchant's schedules up to an instant, by watching each day and the clock. */
const slotsOf = (told: readonly Told[], end: string, watched: Watched): Slot[] =>
  told.flatMap(({ since, schedule, isGone }, n) => {
    const until = told[n + 1]?.since ?? end;
    const [from, to] = [Date.parse(since), Date.parse(until)];
    if (to <= from || isGone) return [];
    // Days before, so that a slot whose period ends with theirs isn't counted.
    return seenIn(watched, schedule, from - 3 * dayMs, to + 2 * dayMs).filter(
      ({ at }) => Date.parse(at) > from && Date.parse(at) <= to,
    );
  });

type Of<Type extends LedgerEvent["type"]> = Extract<LedgerEvent, { type: Type }>["data"];
const all = <Type extends LedgerEvent["type"]>(ledger: readonly LedgerEvent[], type: Type): Of<Type>[] =>
  ledger.flatMap((event) => (event.type === type ? [event.data as Of<Type>] : []));

/** The slots that have an outcome, those that were skipped together one by one. */
const accounted = (ledger: readonly LedgerEvent[], planned: readonly Slot[]): { at: string; outcome: string }[] => {
  const places = new Map(planned.map(({ at }, place) => [at, place]));
  return ledger.flatMap((event): { at: string; outcome: string }[] => {
    if (event.type === "SlotSettled") return [{ at: event.data.slot, outcome: event.data.outcome }];
    if (event.type !== "SlotsSkipped") return [];
    const { from, to, count, reason } = event.data;
    const range = planned.slice(places.get(from) ?? 0, (places.get(to) ?? -1) + 1);
    expect({ from, to, count, known: places.has(from) && places.has(to) }).toEqual({
      from,
      to,
      count: range.length,
      known: true,
    });
    return range.map(({ at }) => ({ at, outcome: reason }));
  });
};

/** Periods of claims and skips meet, from the usual length of the first to the end of the newest slot. */
const judgePeriods = (ledger: readonly LedgerEvent[], planned: readonly Slot[], report: Report, watched: Watched) => {
  const taking = ledger.flatMap((event) =>
    (event.type === "SlotClaimed" || event.type === "SlotsSkipped") && event.data.period
      ? [{ ...event.data.period, slot: event.type === "SlotClaimed" ? event.data.slot : event.data.to }]
      : [],
  );
  const [first] = planned;
  const by = report.told.findLast(({ since }) => first && Date.parse(since) < Date.parse(first.at));
  if (!first || !by) return;
  // Every other day is counted from its first one, also before that.
  const countedFrom = by.schedule.startsFrom ?? by.schedule.countedFrom;
  const free = { ...by.schedule, countedFrom, startsFrom: null, endsTo: null };
  const before = seenIn(watched, free, Date.parse(first.at) - 70 * dayMs, Date.parse(first.at) + dayMs);
  let until = before.findLast(({ to }) => to < first.to)?.to;
  const ends = new Map(planned.map(({ at, to }) => [at, to]));
  for (const { from, to, slot } of taking) {
    expect({ slot, from, to }).toEqual({ slot, from: until, to: ends.get(slot) });
    expect(Date.parse(to)).toBeGreaterThan(Date.parse(from));
    until = to;
  }
};

/** The name of a run's file; '' if it made none. */
const fileNameOf = async (world: Living, events: readonly RunEvent[]): Promise<string> => {
  const made = events.findLast((event) => event.type === "RunExportFinished");
  if (made?.type !== "RunExportFinished") return "";
  const [requested] = await world.read(`export-${made.data.exportId}`);
  return String(requested?.data.fileName);
};

/** Each run is settled and ended once, alike, and its export has the orders of its period. */
const judgeRuns = async (world: Living, report: Report, ledger: readonly LedgerEvent[]): Promise<void> => {
  const claims = [
    ...all(ledger, "SlotClaimed").map((data) => ({ ...data, cause: "slot" as const })),
    ...all(ledger, "ExtraRunClaimed"),
  ];
  const settled = [...all(ledger, "SlotSettled"), ...all(ledger, "ExtraRunSettled")];
  const runs = new Map(settled.map((one) => [one.run, one]));
  expect(settled.map(({ run }) => run).sort()).toEqual(claims.map(({ run }) => run).sort());
  const arrivals = arrivalsOf(world, report);
  const delivered: DeliveredFile[] = [];
  const published: { run: string; until: number; at: number }[] = [];
  /** How often a file of that name was begun to be delivered. */
  const begunOf = new Map<string, number>();
  for (const { run, period, slot } of claims) {
    const events = (await world.read(`run-${run}`)) as unknown as (RunEvent & { metadata: EventMetadata })[];
    const outcome = runs.get(run)?.outcome ?? "none";
    const about = { of: report.title, slot, run };
    const claimed = asClaimed(report, ledger, { run, slot, period });
    const { covers } = claimed;
    const ended = events.flatMap((event) => (event.type === "RunEnded" ? [event.data.outcome] : []));
    expect({ ...about, ended }).toEqual({ ...about, ended: [outcome] });
    for (const event of events)
      if (event.type === "RunExportFinished")
        expect({ ...about, orders: event.data.orders }).toEqual({
          ...about,
          orders: ordersIn(covers.from, covers.to).length,
        });
    const judged = { about, run, id: deriveDeliveryId(sha256, run), outcome, period: covers, events };
    const startedAt = events.flatMap((event) => (event.type === "DeliveryStarted" ? [event.metadata.instant] : []));
    judgeArrivals(world, { ...judged, to: receiversOf(report, startedAt) }, arrivals);
    for (const event of events)
      if (event.type === "DeliveryConfirmed" && event.data.receipt.published)
        published.push({ run, until: Date.parse(period.to), at: Date.parse(event.data.receipt.at) });
    const name = await fileNameOf(world, events);
    const begun = events.filter(({ type }) => type === "DeliveryStarted").length;
    if (name !== "") expect({ ...about, name, known: begunOf.has(name) }).toEqual({ ...about, name, known: false });
    begunOf.set(name, begun);
    if (outcome === "delivered") delivered.push({ name, period: covers });
  }
  judgeFiles(report, arrivals, delivered, begunOf);
  const [newest] = published.sort((one, other) => other.until - one.until || other.at - one.at);
  const { stateStore, vault } = world.stores;
  const stands = await publicationAt(stateStore, publicToken(vault, report.automationId));
  expect({ of: report.title, published: stands?.runId }).toEqual({ of: report.title, published: newest?.run });
};

/** A mail is sent within so long, ms: the longest that a mail server or a deliverer is away. */
const mailedWithin = 4 * dayMs;
type WasAway = (from: string, to: string) => boolean;

/** One mail for each time it was stopped. Nobody is written to whose shop has removed Sheaf, or who has deleted the report, before it went out. */
const judgeAlerts = (world: Living, ledger: readonly LedgerEvent[], isUntold: WasAway): number => {
  const suspended = (ledger as readonly (LedgerEvent & { metadata: EventMetadata })[]).flatMap((event) =>
    event.type === "Suspended" ? [{ run: event.data.run, at: event.metadata.instant }] : [],
  );
  for (const { run, at } of suspended) {
    const mails = world.receivers.mail.alerts.filter((one) => one === run).length;
    const died = world.interrupted.filter((one) => one === run).length;
    const mayLack = isUntold(at, new Date(Date.parse(at) + mailedWithin).toISOString());
    expect({ run, at, mailed: mails > 0 || mayLack }).toEqual({ run, at, mailed: true });
    expect(mails).toBeLessThanOrEqual(1 + died);
  }
  return suspended.length;
};

export type Tally = Record<string, number>;

/** No instant is in two reports that came through, tests aside. */
const judgeTimes = (ledger: readonly LedgerEvent[], report: Report): void => {
  const periods = new Map(
    [...all(ledger, "SlotClaimed"), ...all(ledger, "ExtraRunClaimed")].map(({ run, period }) => [run, period]),
  );
  const tests = new Set(all(ledger, "ExtraRunClaimed").flatMap(({ cause, run }) => (cause === "test" ? [run] : [])));
  const through = [...all(ledger, "SlotSettled"), ...all(ledger, "ExtraRunSettled")]
    .filter(({ run, outcome }) => outcome !== "failed" && !tests.has(run))
    .flatMap(({ run }) => {
      const period = periods.get(run);
      return period ? [{ run, from: Date.parse(period.from), to: Date.parse(period.to) }] : [];
    })
    .sort((one, other) => one.from - other.from);
  const twice = through.filter(({ to }, n) => (through[n + 1]?.from ?? to) < to);
  expect({ of: report.title, twice }).toEqual({ of: report.title, twice: [] });
};

/** Promised slots are made in order or cancelled. No others are caught up, and none is left at the end. */
const judgePromises = (ledger: readonly LedgerEvent[], report: Report): Tally => {
  type Promised = { slot: string; period: { from: string; to: string } };
  const bare = ({ slot, period }: Promised): Promised => ({ slot, period });
  let waiting: Promised[] = [];
  let [retry, caughtUp, calledOff]: [Promised | null, number, number] = [null, 0, 0];
  for (const event of ledger) {
    if (event.type === "Resumed") {
      const { catchUps, retryOf } = event.data;
      const planned = catchUps.map(bare);
      const kept = new Set([...planned, ...(retryOf ? [bare(retryOf)] : [])].map((one) => JSON.stringify(one)));
      const off = waiting.filter((one) => !kept.has(JSON.stringify(one)));
      expect({ of: report.title, off: event.data.calledOff?.map(bare) }).toEqual({ of: report.title, off });
      calledOff += off.length;
      [waiting, retry] = [planned, retryOf ? bare(retryOf) : null];
    }
    if (event.type === "CatchUpsCalledOff") {
      expect({ of: report.title, off: event.data.catchUps.map(bare) }).toEqual({ of: report.title, off: waiting });
      calledOff += waiting.length;
      waiting = [];
    }
    if (event.type !== "ExtraRunClaimed" || event.data.cause === "test") continue;
    const promised: Promised | null | undefined = event.data.cause === "retry" ? retry : waiting.shift();
    expect({ of: report.title, claimed: bare(event.data) }).toEqual({ of: report.title, claimed: promised });
    if (event.data.cause === "retry") retry = null;
    else caughtUp += 1;
  }
  // A retry of a report that is gone waits for ever.
  const left = { of: report.title, waiting, retry: report.isGone ? null : retry };
  expect(left).toEqual({ of: report.title, waiting: [], retry: null });
  return { "catch-ups": caughtUp, "called off": calledOff };
};

/**
 * Holds what stands of a report against what its merchant told: each slot has one outcome, the periods tile, each run has one end, the receiver has each
 * file once, and each stop has one mail. Returns how many slots had which outcome.
 */
export const judge = async (
  world: Living,
  report: Report,
  { end, watched, wasAway }: { end: string; watched: Watched; wasAway: WasAway },
): Promise<Tally> => {
  const ledger = (await world.read(`automation-${report.automationId}`)) as unknown as LedgerEvent[];
  const slots = slotsOf(report.told, end, watched);
  const outcomes = accounted(ledger, slots);
  const planned = expectedOf(report, slots, outcomes);
  // A run may end after slots behind it were skipped by a pause, so outcomes come in another order than slots.
  expect({ of: report.title, ats: outcomes.map(({ at }) => at).sort() }).toEqual({
    of: report.title,
    ats: planned.slice(0, outcomes.length).map(({ at }) => at),
  });
  const left = planned.slice(outcomes.length).filter(({ runAt }) => Date.parse(runAt) <= Date.parse(end));
  expect({ of: report.title, left }).toEqual({ of: report.title, left: [] });
  judgePeriods(ledger, planned, report, watched);
  judgeDeletions(report, ledger);
  const tests = judgeTests(report, ledger);
  judgeTimes(ledger, report);
  const promises = judgePromises(ledger, report);
  await judgeRuns(world, report, ledger);
  const isUntold: WasAway = (from, to) => wasAway(from, to) || wasDeleted(report, from, to);
  const tally: Tally = { suspensions: judgeAlerts(world, ledger, isUntold), ...promises, tests };
  for (const { outcome } of outcomes) tally[outcome] = (tally[outcome] ?? 0) + 1;
  return tally;
};
