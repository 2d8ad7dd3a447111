import type { EventMetadata } from "../core/message.ts";
import type { Period } from "../schedule/schedule.ts";
import {
  type CatchUp,
  type ClaimFacts,
  type DataOf,
  isManual,
  isUncounted,
  type LedgerEvent,
  type OrderLeftOut,
  type RunCause,
} from "./events.ts";
import { type MailReach, readMailReach } from "./mail-reach.ts";
import {
  createCoverageCheck,
  isAnyArrived,
  isOverlapping,
  type MissingTime,
  mergeContiguous,
  sortByPeriod,
  splitIntoSlots,
  withoutTime,
  withSkipped,
} from "./missing.ts";
import { isAfter, maxInstant } from "./slot.ts";
import {
  type CarriedOrder,
  countManualRuns,
  type LedgerState,
  listPromised,
  maxCalledOff,
  maxManualSlots,
  maxSettledRuns,
  type OpenRun,
} from "./state.ts";
import { addFailure } from "./tries.ts";

const createOpenRun = (
  cause: RunCause,
  {
    run,
    slot,
    period,
    tried = 0,
    workspaceVersion,
    shopVersion,
    flags,
    catalogueVersion,
    inputHash,
  }: ClaimFacts & CatchUp & { run: string },
): OpenRun => ({
  run,
  cause,
  slot,
  period,
  tried,
  facts: { workspaceVersion, shopVersion, flags, catalogueVersion, inputHash },
  failures: 0,
  uncounted: {},
  waitsFor: null,
  arrived: null,
  retryAt: null,
});

const markAccounted = (state: LedgerState, last: string, period: Period | null): LedgerState => ({
  ...state,
  last,
  expired: null,
  coveredUntil: period ? maxInstant(state.coveredUntil, period.to) : state.coveredUntil,
});

/** Ends the prompts about earlier skipped time, except about called-off time. */
const claimSlot = (state: LedgerState, data: DataOf<"SlotClaimed">): LedgerState => {
  const { slot, period } = data;
  const [isPromised, isCalledOff] = [createCoverageCheck(listPromised(state)), createCoverageCheck(state.calledOff)];
  const missing = state.missing.map((one) => (isPromised(one) || isCalledOff(one) ? one : { ...one, asked: false }));
  return { ...markAccounted(state, slot, period), open: createOpenRun("slot", data), missing };
};

const missingOfFailedRun = (
  { slot, period, tried, arrived: before, arrivedBefore }: OpenRun,
  arrived: MailReach | null,
): MissingTime => ({
  from: slot,
  to: slot,
  count: 1,
  reason: "failed",
  period,
  tried: tried + 1,
  asked: false,
  ...((arrived || before || arrivedBefore) && { mayHaveArrived: true }),
});

/**
 * Returns the time that is missing after a success. After a slot's, earlier failures are no longer missing. Promised
 * time stays, and so does time called off during the run: the next start asks about it.
 */
const missingAfterSuccess = (state: LedgerState, { cause, period }: OpenRun): readonly MissingTime[] => {
  if (cause !== "slot") return state.missing;
  const isPromised = createCoverageCheck(listPromised(state));
  return state.missing.filter((one) => !isAfter(period.from, one.period.from) || one.asked || isPromised(one));
};

/** Joins a period to its neighbor, as an order may be lacking in many reports one after the other. */
const addPeriod = (periods: readonly Period[], period: Period): Period[] => {
  const last = periods.at(-1);
  if (last?.from === period.from && last.to === period.to) return [...periods];
  return last?.to === period.from
    ? [...periods.slice(0, -1), { from: last.from, to: period.to }]
    : [...periods, period];
};

/** An order that a run lacked. `earlier`: carried by that run, as one before lacked it too. */
const carryOrder = (
  order: OrderLeftOut,
  { slot, period }: OpenRun,
  earlier: CarriedOrder | undefined,
): CarriedOrder => ({
  ...order,
  slot: earlier?.slot ?? slot,
  periods: addPeriod(earlier?.periods ?? [], period),
});

/** Adds orders that a possibly arrived report lacks. Orders that it carried stay, as it may not have arrived. */
const addCarried = (
  carried: LedgerState["carried"],
  without: readonly OrderLeftOut[],
  open: OpenRun,
): LedgerState["carried"] => {
  const lacking = new Map(without.map((order) => [order.id, order]));
  const kept = carried.map((earlier) => {
    const order = lacking.get(earlier.id);
    return order ? carryOrder(order, open, earlier) : earlier;
  });
  const known = new Set(carried.map(({ id }) => id));
  return [...kept, ...without.filter(({ id }) => !known.has(id)).map((order) => carryOrder(order, open, undefined))];
};

const settle = (state: LedgerState, data: DataOf<"SlotSettled">): LedgerState => {
  const { run, outcome, reason, without = [] } = data;
  const arrived = outcome === "failed" ? readMailReach(data) : null;
  const settled = [...state.settled, { run, outcome, reason, ...(arrived && { arrived }) }].slice(-maxSettledRuns);
  if (state.byHand?.run === run) return { ...state, byHand: null, settled };
  const { open } = state;
  if (open?.run !== run) return state;
  // The next slot's period begins where this one began.
  if (data.coveredByNext) return { ...state, open: null, settled, coveredUntil: open.period.from };
  if (outcome === "failed") {
    const missing = sortByPeriod([...state.missing, missingOfFailedRun(open, arrived)]);
    const carried = addCarried(state.carried, without, open);
    return {
      ...state,
      open: null,
      settled,
      missing,
      carried,
      ...(open.cause === "retry" && { retryArrived: arrived, retryReason: arrived && reason }),
    };
  }
  return {
    ...state,
    open: null,
    settled,
    missing: missingAfterSuccess(state, open),
    // This report includes earlier left-out orders, or lacks them again.
    carried: without.map((order) =>
      carryOrder(
        order,
        open,
        state.carried.find(({ id }) => id === order.id),
      ),
    ),
    failedTries: 0,
    failure: null,
    firstFailure: null,
    // Only a retry runs during a suspension.
    suspended: null,
    retryArrived: null,
    retryReason: null,
  };
};

/** Old ledgers also gave a retry the time of catch-ups; these catch-ups lose it. */
const claimExtra = (state: LedgerState, data: DataOf<"ExtraRunClaimed">): LedgerState => {
  const open = createOpenRun(data.cause, data);
  const { cause, slot, period } = data;
  if (isManual(cause)) {
    const others = state.slotsByHand.filter((one) => one.slot !== slot);
    const slotsByHand = [...others, { slot, count: countManualRuns(state, slot) + 1 }].slice(-maxManualSlots);
    return { ...state, byHand: open, slotsByHand };
  }
  const isArrived = isAnyArrived(state.missing.filter((one) => isOverlapping(one.period, period)));
  const claimed = {
    ...state,
    open: isArrived ? { ...open, arrivedBefore: true as const } : open,
    missing: withoutTime(state.missing, period),
    catchUps: withoutTime(state.catchUps, period),
    calledOff: withoutTime(state.calledOff, period),
  };
  return cause === "retry"
    ? { ...claimed, retry: null, retryArrived: null, retryReason: null, retries: state.retries + 1 }
    : { ...claimed, caughtUp: state.caughtUp + 1 };
};

const failRun = (open: OpenRun, data: DataOf<"TryFailed">, at: string): OpenRun => {
  const { try: failures, kind, reason, retryAt } = data;
  const arrived = readMailReach(data) ?? open.arrived;
  if (!isUncounted(kind)) return { ...open, failures, waitsFor: null, arrived, retryAt };
  const uncounted = { ...open.uncounted, [kind]: addFailure(open.uncounted[kind], at) };
  return { ...open, failures, uncounted, waitsFor: reason, arrived, retryAt };
};

const failTry = (state: LedgerState, data: DataOf<"TryFailed">, at: string): LedgerState => {
  const { run, kind, reason, failedTries } = data;
  const open = state.open?.run === run ? failRun(state.open, data, at) : state.open;
  if (isUncounted(kind)) return { ...state, open };
  return {
    ...state,
    open,
    failedTries,
    failure: { kind, reason, at },
    firstFailure: state.firstFailure ?? { at, reason },
  };
};

const bringForward = (state: LedgerState, { run, retryAt }: DataOf<"TryBroughtForward">): LedgerState =>
  state.open?.run === run ? { ...state, open: { ...state.open, retryAt } } : state;

/** Old events list only their own catch-ups: the retry gets the newest time left over. */
const readPlan = (
  state: LedgerState,
  { catchUps, retry, retryOf, calledOff }: DataOf<"Resumed">,
): Pick<LedgerState, "retry" | "catchUps"> => {
  if (calledOff !== undefined) return { retry: retryOf === undefined ? state.retry : retryOf, catchUps };
  const all = sortByPeriod([...state.catchUps, ...catchUps]);
  if (!retry && state.retry === null) return { retry: null, catchUps: all };
  const left = mergeContiguous(
    all.reduce<readonly MissingTime[]>((rest, { period }) => withoutTime(rest, period), state.missing),
  );
  return { retry: left.at(-1) ?? null, catchUps: sortByPeriod([...left.slice(0, -1), ...all]) };
};

const withCalledOff = ({ calledOff }: LedgerState, more: readonly CatchUp[]): LedgerState["calledOff"] =>
  [...calledOff, ...more.map(({ period }) => ({ period }))].slice(-maxCalledOff);

const resume = (state: LedgerState, data: DataOf<"Resumed">, at: string): LedgerState => {
  const planned = readPlan(state, data);
  const promised = listPromised(planned);
  const [isPromised, wasPromised] = [createCoverageCheck(promised), createCoverageCheck(listPromised(state))];
  // The merchant declines time that was asked about and is not promised now.
  const missing = data.choice === "each" ? splitIntoSlots(state.missing, promised) : state.missing;
  const kept = missing.filter((one) => isPromised(one) || !(one.asked || wasPromised(one)));
  const calledOff = withCalledOff(state, data.calledOff ?? []);
  return {
    ...state,
    ...planned,
    missing: kept,
    calledOff: calledOff.filter((one) => !isPromised(one)),
    resumed: { nth: (state.resumed?.nth ?? 0) + 1, at },
  };
};

const callOff = (state: LedgerState, { catchUps }: DataOf<"CatchUpsCalledOff">): LedgerState => {
  const wasPromised = createCoverageCheck(catchUps);
  return {
    ...state,
    catchUps: [],
    missing: state.missing.map((one) => (wasPromised(one) ? { ...one, asked: true } : one)),
    calledOff: withCalledOff(state, catchUps),
  };
};

/** Applies an event. */
export const evolveLedger = (state: LedgerState, event: LedgerEvent, { instant }: EventMetadata): LedgerState => {
  switch (event.type) {
    case "SlotClaimed":
      return claimSlot(state, event.data);
    case "SlotsSkipped": {
      const { to, period } = event.data;
      return {
        ...markAccounted(state, to, period),
        missing: withSkipped(state.missing, event.data, listPromised(state)),
      };
    }
    case "ExtraRunClaimed":
      return claimExtra(state, event.data);
    case "TryFailed":
      return failTry(state, event.data, instant);
    case "TryBroughtForward":
      return bringForward(state, event.data);
    case "SlotSettled":
    case "ExtraRunSettled":
      return settle(state, event.data);
    case "Suspended": {
      const { run, slot, period } = event.data;
      return { ...state, suspended: { since: instant, run, slot, period } };
    }
    case "Resumed":
      return resume(state, event.data, instant);
    case "CatchUpsCalledOff":
      return callOff(state, event.data);
    case "AutomationExpired":
      return { ...state, expired: event.data.endsTo };
  }
};
