import { type Refusal, refuse } from "../core/decider.ts";
import { isJsonEqual } from "../core/is-json-equal.ts";
import type { Period } from "../schedule/schedule.ts";
import type { CommandOf } from "./commands.ts";
import {
  type CatchUp,
  type ClaimFacts,
  type DataOf,
  type ExtraCause,
  isManual,
  type LedgerEvent,
  type SkipReason,
} from "./events.ts";
import { toCatchUp } from "./missing.ts";
import { isAfter, type PastSlots } from "./slot.ts";
import { countManualRuns, findOpenRun, findSettlement, type LedgerState } from "./state.ts";

export type Decision = readonly LedgerEvent[] | Refusal;

/** Time up to the newest slot's end; null if all of it has a report. */
const uncoveredPeriod = ({ coveredUntil }: LedgerState, { newest, firstFrom }: PastSlots): Period | null => {
  const from = coveredUntil ?? firstFrom;
  return isAfter(newest.to, from) ? { from, to: newest.to } : null;
};

/** Refuses slots that have their outcome or aren't neighbors. */
export const refuseSettledSlots = ({ last }: LedgerState, past: PastSlots): Refusal | undefined => {
  if (last !== null && !isAfter(past.from, last))
    return refuse("rule", `The slots up to ${last} have their outcome. Check which are left.`);
  const { from, previous, newest, count } = past;
  const inOrder =
    count === 1
      ? from === newest.at && previous === null
      : count > 1 && previous !== null && isAfter(newest.at, previous) && !isAfter(from, previous);
  return inOrder
    ? undefined
    : refuse("invalid", "These slots are not neighbours. Give the oldest, the newest and their number.");
};

/** Event data that skips all of `past`. */
export const buildSkipData = (state: LedgerState, past: PastSlots, reason: SkipReason): DataOf<"SlotsSkipped"> => {
  const { from, newest, count } = past;
  return { from, to: newest.at, count, reason, coveredBy: null, period: uncoveredPeriod(state, past) };
};

/** Skips slots whose time the newest slot's run covers. */
const skipOlderSlots = ({ from, previous, newest, count }: PastSlots): LedgerEvent[] =>
  previous === null
    ? []
    : [
        {
          type: "SlotsSkipped",
          data: { from, to: previous, count: count - 1, reason: "outage", coveredBy: newest.at, period: null },
        },
      ];

const pickClaimFacts = ({
  workspaceVersion,
  shopVersion,
  flags,
  catalogueVersion,
  inputHash,
}: ClaimFacts): ClaimFacts => ({
  workspaceVersion,
  shopVersion,
  flags,
  catalogueVersion,
  inputHash,
});

/** Why due slots are skipped; undefined if they get a run. */
const skipReasonFor = (
  { past, enabled, subscribed }: CommandOf<"ClaimSlot">,
  state: LedgerState,
): SkipReason | undefined => {
  if (!enabled) return "paused";
  if (state.suspended) return "suspended";
  if (!subscribed) return "subscription";
  return uncoveredPeriod(state, past) === null ? "reported" : undefined;
};

const refuseBusy = (run: string): Refusal =>
  refuse("rule", `The run ${run} has not ended. Wait for its outcome before the next one.`);
const refuseEnded = (run: string): Refusal =>
  refuse("rule", `The run ${run} has its outcome. Nothing is left to claim.`);

/** Runs the newest slot, or skips all with the reason. */
export const claimSlot = (command: CommandOf<"ClaimSlot">, state: LedgerState): Decision => {
  const { past, run } = command;
  if (state.open?.run === run) return [];
  if (findSettlement(state, run)) return refuseEnded(run);
  if (state.open) return refuseBusy(state.open.run);
  const refusal = refuseSettledSlots(state, past);
  if (refusal) return refusal;
  const against = skipReasonFor(command, state);
  const period = uncoveredPeriod(state, past);
  if (against !== undefined || period === null)
    return [{ type: "SlotsSkipped", data: buildSkipData(state, past, against ?? "reported") }];
  const { at, runAt } = past.newest;
  return [
    ...skipOlderSlots(past),
    { type: "SlotClaimed", data: { slot: at, runAt, period, run, ...pickClaimFacts(command) } },
  ];
};

export const skipSlots = ({ past, reason }: CommandOf<"SkipSlots">, state: LedgerState): Decision =>
  refuseSettledSlots(state, past) ?? [{ type: "SlotsSkipped", data: buildSkipData(state, past, reason) }];

const nextPlanned = (state: LedgerState, cause: "catch-up" | "retry"): CatchUp | undefined => {
  if (cause === "retry") return state.retry ?? undefined;
  return state.suspended ? undefined : state.catchUps[0];
};

/** Counts the runs of a slot claimed so far, for the file name. */
export const countEarlierRuns = (state: LedgerState, cause: ExtraCause, slot: string): number => {
  if (isManual(cause)) return countManualRuns(state, slot);
  return nextPlanned(state, cause)?.tried ?? 0;
};

/** Cancels catch-ups that had not begun at the pause or deletion. Later choices stay. */
export const callOff = (
  { because, resumed }: CommandOf<"CallOff">,
  { catchUps, resumed: newest }: LedgerState,
): Decision =>
  catchUps.length === 0 || newest?.nth !== resumed ? [] : [{ type: "CatchUpsCalledOff", data: { because, catchUps } }];

/** Refuses a second parallel manual run. */
export const refuseParallelRun = ({ byHand }: LedgerState): Refusal | undefined => {
  if (!byHand) return undefined;
  return byHand.cause === "again"
    ? refuse("rule", "A report is being sent again. Wait until it has ended, then send another one.")
    : refuse("rule", "A test run is under way. Wait until it has ended, then start another one.");
};

/** Claims an extra run. Only a manual run may be parallel to another. */
export const claimExtraRun = (command: CommandOf<"ClaimExtraRun">, state: LedgerState): Decision => {
  const { cause, slot, period, run } = command;
  if (findOpenRun(state, run)) return [];
  if (findSettlement(state, run)) return refuseEnded(run);
  const tried = countEarlierRuns(state, cause, slot);
  const report = toCatchUp(slot, period, tried);
  const claimed: LedgerEvent = { type: "ExtraRunClaimed", data: { cause, ...report, run, ...pickClaimFacts(command) } };
  if (isManual(cause)) return refuseParallelRun(state) ?? [claimed];
  if (state.open) return refuseBusy(state.open.run);
  return isJsonEqual(nextPlanned(state, cause), report)
    ? [claimed]
    : refuse("rule", `This ${cause} is not the next one. Check what is due.`);
};
