import type { CallOffReason, CatchUp, SkipReason } from "../events.ts";
import { isAfter, type PastSlots } from "../slot.ts";
import type { LedgerState } from "../state.ts";
import { isPausedSince, listDueSlots, listPastSlots, nextRunAt, type Phase, type ScheduleFunctions } from "./phases.ts";

/** The scheduler's knowledge of one automated report. */
export type PlanningContext<S> = {
  /**
   * The report's plans since the newest slot with an outcome, or its creation, oldest first. Older phases do no harm.
   * Empty: deleted.
   */
  phases: readonly Phase<S>[];
  /** `endsTo`: the definition's end. `at`: no slots from this instant on, ISO UTC. Null: no end. */
  end: { endsTo: string; at: string } | null;
  /** False while the shop's subscription has ended (402). */
  subscribed: boolean;
  state: LedgerState;
  /** Current time, ISO UTC. */
  now: string;
};

/**
 * The scheduler's next step. After every command, it asks again. `until`: time to ask again; null: after somebody
 * acts. `for`: the awaited event.
 */
export type NextDecision =
  | { do: "claim"; past: PastSlots }
  | { do: "skip"; past: PastSlots; reason: Exclude<SkipReason, "outage"> }
  | ({ do: "retry" } & CatchUp)
  | ({ do: "catch-up" } & CatchUp)
  | { do: "call-off"; because: CallOffReason; resumed: number }
  | { do: "expire"; endsTo: string }
  | { do: "wait"; for: "slot" | "end"; until: string }
  | { do: "wait"; for: "run" | "start" | "subscription" | "edit"; until: null };

const wait = (reason: "run" | "start" | "subscription" | "edit"): NextDecision => ({
  do: "wait",
  for: reason,
  until: null,
});

/** Slots of a pause that nobody was asked about never run. */
export const missedInPause = <S>(
  { phases, state }: Pick<PlanningContext<S>, "phases" | "state">,
  functions: ScheduleFunctions<S>,
): PastSlots | undefined => {
  const paused = phases.findLastIndex(({ enabled }) => !enabled);
  const ended = paused < 0 ? undefined : phases[paused + 1]?.since;
  return ended === undefined ? undefined : listPastSlots(phases.slice(0, paused + 2), state.last, ended, functions);
};

/** The retry goes first. Slots due meanwhile run after it, or are skipped without a subscription. */
const decideWhileSuspended = <S>(outlook: PlanningContext<S>, functions: ScheduleFunctions<S>): NextDecision => {
  const { phases, state, subscribed, now } = outlook;
  if (!state.retry) return wait("start");
  if (subscribed) return { do: "retry", ...state.retry };
  const past = listDueSlots(phases, state.last, now, functions);
  if (past) return { do: "skip", past, reason: "subscription" };
  const until = nextRunAt(phases, state.last, functions);
  return until === undefined ? wait("subscription") : { do: "wait", for: "slot", until };
};

/** Cancels catch-ups chosen before a pause or deletion, no matter when the scheduler runs (ADR 83). */
const calledOff = <S>({ phases, state }: PlanningContext<S>): Extract<NextDecision, { do: "call-off" }> | undefined => {
  const { catchUps, resumed } = state;
  if (catchUps.length === 0 || resumed === null) return undefined;
  const { nth } = resumed;
  if (phases.length === 0) return { do: "call-off", because: "deleted", resumed: nth };
  return isPausedSince(phases, resumed) ? { do: "call-off", because: "paused", resumed: nth } : undefined;
};

const decideWithoutDueSlots = <S>(outlook: PlanningContext<S>, functions: ScheduleFunctions<S>): NextDecision => {
  const { phases, end, state, subscribed, now } = outlook;
  const [catchUp] = state.catchUps;
  if (catchUp && subscribed) return { do: "catch-up", ...catchUp };
  const until = nextRunAt(phases, state.last, functions);
  if (until !== undefined) return { do: "wait", for: "slot", until };
  if (catchUp) return wait("subscription");
  if (end === null || state.expired === end.endsTo) return wait("edit");
  return isAfter(end.at, now) ? { do: "wait", for: "end", until: end.at } : { do: "expire", endsTo: end.endsTo };
};

/**
 * Decides the next step of an automated report. Slots go before catch-ups, which can wait. Slots that
 * pass during a pause or suspension are logged at the start or the next decision, so a resting report costs nothing.
 */
export const decideNext = <S>(outlook: PlanningContext<S>, functions: ScheduleFunctions<S>): NextDecision => {
  const { phases, state, subscribed, now } = outlook;
  const planned = phases.at(-1);
  const off = calledOff(outlook);
  if (off) return off;
  if (state.open) return wait("run");
  if (!planned) return wait("edit");
  if (!planned.enabled) return wait("start");
  if (state.suspended) return decideWhileSuspended(outlook, functions);
  const missed = missedInPause(outlook, functions);
  if (missed) return { do: "skip", past: missed, reason: "paused" };
  const past = listDueSlots(phases, state.last, now, functions);
  if (!past) return decideWithoutDueSlots(outlook, functions);
  if (!subscribed) return { do: "skip", past, reason: "subscription" };
  const from = state.coveredUntil ?? past.firstFrom;
  return isAfter(past.newest.to, from) ? { do: "claim", past } : { do: "skip", past, reason: "reported" };
};
