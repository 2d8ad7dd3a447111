import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { DateTime } from "luxon";
import { z } from "zod";
import { badRequest } from "#application/http/api-error.ts";
import { type Route, route } from "#application/http/route.ts";
import { floorToIsoSeconds, startOfLocalDay } from "#domain/dates/local-time.ts";
import { ledgerDecider } from "#domain/ledger/decider.ts";
import { describeSlotOutcome } from "#domain/ledger/describe-ledger-event.ts";
import { toMailReachOnWire } from "#domain/ledger/mail-reach.ts";
import { computeCatchUpProgress } from "#domain/ledger/planning/catch-up-progress.ts";
import type { LedgerState } from "#domain/ledger/state.ts";
import { collections } from "#domain/read-models/documents.ts";
import type { SlotDocument } from "#domain/read-models/run-document.ts";
import { dayMs } from "#domain/retention/retention.ts";
import { type SlotOutcome, SlotOutcomesData, SlotOutcomesQuery } from "#domain/wire/automations/automation-history.ts";
import type { FieldFilter, Query } from "#infra/ports/stores/read-store.ts";
import type { QueryApiDeps } from "../deps.ts";
import { loadShopZone } from "../shop-zone.ts";
import { assertAutomationExists, runReads } from "./runs.ts";

const { name } = collections.slots;

/** A year in any calendar, and a month to look around. */
const maxDays = 400;
/** An hourly report has 9,600 slots in 400 days. */
const documentsPerRead = 1_000;

/**
 * Returns bounds in the slots' instant format; an index excludes its lower bound.
 * @throws {ApiError} 400
 */
const boundsOf = ({ from, to }: z.infer<typeof SlotOutcomesQuery>, zone: string): { above: string; below: string } => {
  const [first, last] = [Date.parse(from), Date.parse(to)];
  if (last < first) throw badRequest("to: the last day is before the first. Choose another one.");
  if (last >= first + maxDays * dayMs) throw badRequest(`to: choose at most ${maxDays} days.`);
  const startOf = (day: string) => startOfLocalDay(DateTime.fromISO(day, { zone }));
  return {
    above: floorToIsoSeconds(startOf(from).toMillis() - 1_000),
    below: floorToIsoSeconds(startOfLocalDay(DateTime.fromISO(to, { zone }).plus({ days: 1 })).toMillis()),
  };
};

/** Reads slots, oldest first, with a skipped range that reaches in from before. */
const readSlotsBetween = async (
  { readModels }: Pick<QueryApiDeps, "readModels">,
  of: readonly FieldFilter[],
  { above, below }: { above: string; below: string },
): Promise<SlotDocument[]> => {
  const find = async (query: Query): Promise<SlotDocument[]> =>
    (await readModels.find(name, query)).map(({ document }) => document as unknown as SlotDocument);
  const reachingIn = (
    await find({
      where: [...of, { field: "from", below: floorToIsoSeconds(Date.parse(above) + 1_000) }],
      sort: [{ field: "from", descending: true }],
      limit: 1,
    })
  ).filter(({ to }) => to > above);
  const all = [...reachingIn];
  for (let after = above; ; ) {
    const page = await find({
      where: [...of, { field: "from", above: after, below }],
      sort: [{ field: "from" }],
      limit: documentsPerRead,
    });
    all.push(...page);
    const last = page.at(-1);
    if (!last || page.length < documentsPerRead) return all;
    after = last.from;
    await yieldToEventLoop();
  }
};

/** Maps a slot. `state`: the ledger's, which knows the waiting catch-ups. */
const toWire = (slot: SlotDocument, zone: string, state: LedgerState): SlotOutcome => {
  const { from, to, count, outcome, because, period, runId } = slot;
  const arrived = toMailReachOnWire(slot.arrived);
  const catchingUp = computeCatchUpProgress(state, outcome === "skipped" ? period : null);
  return {
    From: from,
    To: to,
    Count: count,
    Outcome: outcome ?? "under-way",
    ...(arrived && { Arrived: arrived }),
    Because: because,
    Sentence: describeSlotOutcome(slot, zone, catchingUp),
    Waiting: Math.min(count, catchingUp.waiting),
    CalledOff: catchingUp.waiting === 0 && catchingUp.calledOff,
    Period: period && { From: period.from, To: period.to },
    RunId: runId,
  };
};

export const slotsRoute = (deps: QueryApiDeps): Route =>
  route({
    method: "GET",
    path: "automations/get-slots/{id}",
    summary: "What became of the slots of an automated report between two days, oldest first; also of a deleted one",
    description:
      "Slots in a row with the same outcome come as one entry with their Count. Each has its outcome in a sentence.",
    refuses: ["unknown"],
    access: "shop",
    reads: [name, ...runReads],
    params: z.strictObject({ id: z.string().min(1).max(100) }),
    query: SlotOutcomesQuery,
    data: SlotOutcomesData,
    handler: async ({ params: { id }, query }, { caller: { tenant } }) => {
      const zone = await loadShopZone(deps, tenant);
      const of = [
        { field: "tenant", equals: tenant },
        { field: "automationId", equals: id },
      ];
      const slots = await readSlotsBetween(deps, of, boundsOf(query, zone));
      if (slots.length === 0) await assertAutomationExists(deps, tenant, id);
      const { state } = await deps.runner.load(ledgerDecider, id);
      return slots.map((slot) => toWire(slot, zone, state));
    },
  });
