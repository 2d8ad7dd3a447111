import { DateTime } from "luxon";
import { expect } from "vitest";
import type { EventMetadata } from "#domain/core/message.ts";
import { DestinationKind } from "#domain/enumerations.ts";
import type { LedgerEvent } from "#domain/ledger/events.ts";
import { evolveLedger } from "#domain/ledger/evolve.ts";
import { emptyLedger, type LedgerState } from "#domain/ledger/state.ts";
import type { Period, Slot } from "#domain/schedule/schedule.ts";
import type { Asked, Report } from "./shops.ts";

/** Invariants of reports that were tested, deleted, restored, cloned, or sent elsewhere. */

type Recorded = LedgerEvent & { metadata: EventMetadata };

/**
 * A report's slots that must have an outcome. If it was deleted, slots after its newest outcome before that have none,
 * as nobody checked them in time.
 */
export const expectedOf = (report: Report, planned: readonly Slot[], outcomes: readonly { at: string }[]): Slot[] => {
  const ats = outcomes.map(({ at }) => at).sort();
  const deletions = report.told.flatMap(({ since, isGone }) => (isGone ? [since] : []));
  return planned.filter(({ at }) => {
    const deleted = deletions.find((since) => since >= at);
    if (deleted === undefined) return true;
    return at <= (ats.findLast((one) => one <= deleted) ?? "");
  });
};

/** Returns whether a report was deleted at some time between two instants. */
export const wasDeleted = ({ told }: Report, from: string, to: string): boolean =>
  told.some(({ since, isGone }, n) => isGone === true && since <= to && (told[n + 1]?.since ?? "9") >= from);

/** Nothing is claimed of a report while it is deleted. */
export const judgeDeletions = (report: Report, ledger: readonly LedgerEvent[]): void => {
  for (const [n, { since, isGone }] of report.told.entries()) {
    if (!isGone) continue;
    const until = report.told[n + 1]?.since ?? "9";
    const claimed = (ledger as readonly Recorded[]).filter(
      ({ type, metadata: { instant } }) =>
        (type === "SlotClaimed" || type === "ExtraRunClaimed" || type === "SlotsSkipped") &&
        instant > since &&
        instant < until,
    );
    expect({ of: report.title, deleted: since, claimed }).toEqual({ of: report.title, deleted: since, claimed: [] });
  }
};

const after = (ledger: readonly LedgerEvent[]): LedgerState =>
  (ledger as readonly Recorded[]).reduce<LedgerState>(
    (state, event) => evolveLedger(state, event, event.metadata),
    emptyLedger,
  );

/** Checks that a ledger is as if no test had been made, and that no test is retried. */
export const judgeTests = (report: Report, ledger: readonly LedgerEvent[]): number => {
  const tests = new Set(
    ledger.flatMap((event) =>
      event.type === "ExtraRunClaimed" && event.data.cause === "test" ? [event.data.run] : [],
    ),
  );
  const isOfTest = (event: LedgerEvent) => "run" in event.data && tests.has(event.data.run);
  // Tests are known only by their files' names.
  const { byHand: _, slotsByHand: __, settled, ...stands } = after(ledger);
  const {
    byHand: ___,
    slotsByHand: ____,
    settled: without,
    ...untested
  } = after(ledger.filter((event) => !isOfTest(event)));
  expect({ of: report.title, ...stands }).toEqual({ of: report.title, ...untested });
  const tried = ledger.filter((event) => event.type === "TryFailed" && isOfTest(event) && event.data.try > 1);
  expect({ of: report.title, tried }).toEqual({ of: report.title, tried: [] });
  const suspending = ledger.filter((event) => event.type === "Suspended" && isOfTest(event));
  expect({ of: report.title, suspending }).toEqual({ of: report.title, suspending: [] });
  expect(settled.filter(({ run }) => !tests.has(run)).every((one) => without.some(({ run }) => run === one.run))).toBe(
    true,
  );
  return tests.size;
};

/** How the merchant had it when a run was claimed, and the time that its file is to cover. */
export type AsClaimed = { asked: Asked | undefined; covers: Period };

export const asClaimed = (
  { asked, told }: Report,
  ledger: readonly LedgerEvent[],
  { run, slot, period }: { run: string; slot: string; period: Period },
): AsClaimed => {
  const claim = (ledger as readonly Recorded[]).find(
    ({ type, data }) => (type === "SlotClaimed" || type === "ExtraRunClaimed") && "run" in data && data.run === run,
  );
  const at = claim?.metadata.instant ?? "";
  const then = asked.findLast(({ since }) => since <= at);
  if (then?.applyDateFilter !== false) return { asked: then, covers: period };
  const zone = told.findLast(({ since }) => since <= at)?.schedule.zone ?? "UTC";
  // An hour that came twice is meant the first time.
  const possible = DateTime.fromISO(slot, { zone }).minus({ days: 90 }).getPossibleOffsets();
  const from = Math.min(...possible.map((moment) => moment.toMillis()));
  return { asked: then, covers: { from: new Date(from).toISOString(), to: slot } };
};

/** Whom a receiver in memory is known by; undefined of servers. */
const receiverOf = ({ destination }: Asked): string | undefined => {
  if (destination.kind === DestinationKind.Email) return destination.recipients[0];
  if (destination.kind !== DestinationKind.Webhook) return undefined;
  return new URL(destination.url).searchParams.get("of") ?? undefined;
};

/** The receivers to whom attempts may have gone: each uses the destination of its moment. An edit at the same instant may come first or last. */
export const receiversOf = ({ asked }: Report, startedAt: readonly string[]): (string | undefined)[] =>
  startedAt
    .flatMap((at) => [asked.findLast(({ since }) => since < at), ...asked.filter(({ since }) => since === at)])
    .flatMap((one) => (one === undefined ? [] : [receiverOf(one)]));
