import type { DomainEvent, EventSchemas } from "../core/message.ts";
import type { Period } from "../schedule/schedule.ts";
import type { MailReach } from "./mail-reach.ts";

/**
 * Only a `slot` run decides its slot's outcome. `catch-up`: covers skipped time. `test`: requested by the
 * merchant. `retry`: tries a suspended report again. `again`: repeats an ended report.
 */
export type RunCause = "slot" | "catch-up" | "test" | "retry" | "again";
export type ExtraCause = Exclude<RunCause, "slot">;
/** Manual runs are outside the schedule, have one try, and don't change the report's status (ADR 110). */
export type ManualCause = Extract<RunCause, "test" | "again">;
export const isManual = (cause: RunCause): cause is ManualCause => cause === "test" || cause === "again";

/** A slot can also be skipped, without a run. */
export type RunOutcome = "delivered" | "empty" | "failed";

/**
 * Failures that don't count towards a suspension (R-45, ADR 111). All but `interrupted` are failures of mails. `ours`:
 * our own mail server is at fault. `deferred`: the recipients' server asks to try later. `content`: a server refuses
 * this mail. `unconfirmed`: the response was lost, so the mail may have arrived. `interrupted`: Sheaf's own server
 * stopped or failed.
 */
export type UncountedKind = "ours" | "deferred" | "content" | "unconfirmed" | "interrupted";
/** `lasting`: time won't fix it, so there is no retry within its slot. */
export type FailureKind = "temporary" | "lasting" | UncountedKind;
export const isUncounted = (kind: FailureKind): kind is UncountedKind => kind !== "temporary" && kind !== "lasting";

/**
 * `subscription`: unpaid (402). `outage`: the scheduler was down or the run before took too long; a later slot covers
 * the time. `reported`: an earlier report covers it, as after an edit of the schedule.
 */
export type SkipReason = "paused" | "suspended" | "subscription" | "outage" | "reported";

/** An unreadable order that a report lacks (ADR 107). */
export type OrderLeftOut = {
  /** The platform's ID. */
  id: string;
  /** Such as #1042. */
  name: string;
};

/** Inputs of a run, frozen before its claim. */
export type ClaimFacts = {
  /** Versions of `workspace-{tenant}` and `shop-{tenant}`. */
  workspaceVersion: number;
  shopVersion: number;
  flags: readonly string[];
  catalogueVersion: number;
  /** SHA-256 (hex) of the frozen inputs in the state store. */
  inputHash: string;
};

/**
 * A report for time that has none. `slot`: the newest slot covered. `tried`: its earlier runs, for the file name;
 * absent if 0 and in old events.
 */
export type CatchUp = { slot: string; period: Period; tried?: number };

export type CallOffReason = "paused" | "deleted";

/** The merchant's choice for skipped time. */
export type ResumeChoice = "nothing" | "one" | "each";

type Settlement = {
  slot: string;
  run: string;
  outcome: RunOutcome;
  reason: string | null;
  /**
   * Orders that the report lacks. The next one includes them, except after a manual run. A failed run has them only if
   * its report may have arrived.
   */
  without?: readonly OrderLeftOut[];
  /** The failure is our own fault; the next slot's report covers the time. */
  coveredByNext?: true;
  /** Recipients that have or may have a failed run's report; also absent in old events. */
  arrived?: MailReach;
};

/**
 * Stream `automation-{id}`: the ledger of an automated report (ADR 76). `slot`: the `at` of a slot. `run`: the id of
 * `run-{id}`. `Suspended` requests one mail, whose id derives from `run`.
 */
export type LedgerEvent =
  | DomainEvent<"SlotClaimed", ClaimFacts & { slot: string; runAt: string; period: Period; run: string }>
  /**
   * Neighboring slots, both ends included. `coveredBy`: the slot whose run covers their time. `period`: time left
   * without a report.
   */
  | DomainEvent<
      "SlotsSkipped",
      {
        from: string;
        to: string;
        count: number;
        reason: SkipReason;
        coveredBy: string | null;
        period: Period | null;
      }
    >
  | DomainEvent<"ExtraRunClaimed", ClaimFacts & CatchUp & { cause: ExtraCause; run: string }>
  /**
   * `try`: number within the run, from 1. `failedTries`: consecutive failures, including this one if it counts.
   * `retryAt`: time of the next try, if any. `arrived`: as in a settlement.
   */
  | DomainEvent<
      "TryFailed",
      {
        run: string;
        try: number;
        kind: FailureKind;
        reason: string;
        failedTries: number;
        retryAt: string | null;
        arrived?: MailReach;
      }
    >
  /** The merchant wants the waiting try now. `retryAt`: time of the request. */
  | DomainEvent<"TryBroughtForward", { run: string; try: number; retryAt: string }>
  | DomainEvent<"SlotSettled", Settlement>
  | DomainEvent<"ExtraRunSettled", { cause: ExtraCause } & Settlement>
  /** `mayHaveArrived`: somebody has, or may have, a failed report of the missing time; also absent in old events. */
  | DomainEvent<
      "Suspended",
      {
        slot: string;
        period: Period;
        run: string;
        failedTries: number;
        reason: string;
        firstFailure: { at: string; reason: string };
        mayHaveArrived?: true;
      }
    >
  /**
   * Decides which report covers which time (ADR 83). `retry`: a suspended report needs one run to prove that it works.
   * `retryOf`: time of that run. `catchUps`: all to be made, oldest first. `calledOff`: earlier choices that these
   * replace. Old events lack `retryOf` and `calledOff`: their retry covers all time that no catch-up covers, and
   * `catchUps` adds to earlier ones.
   */
  | DomainEvent<
      "Resumed",
      {
        choice: ResumeChoice;
        catchUps: readonly CatchUp[];
        retry: boolean;
        retryOf?: CatchUp | null;
        calledOff?: readonly CatchUp[];
      }
    >
  /** Cancels catch-ups that have not begun. The next start asks about their time. */
  | DomainEvent<"CatchUpsCalledOff", { because: CallOffReason; catchUps: readonly CatchUp[] }>
  /** `endsTo`: the definition's value; another end revives the report. */
  | DomainEvent<"AutomationExpired", { endsTo: string }>;

export const ledgerEventSchemas: EventSchemas<LedgerEvent> = {
  SlotClaimed: 1,
  SlotsSkipped: 1,
  ExtraRunClaimed: 1,
  TryFailed: 1,
  TryBroughtForward: 1,
  SlotSettled: 1,
  ExtraRunSettled: 1,
  Suspended: 1,
  Resumed: 1,
  CatchUpsCalledOff: 1,
  AutomationExpired: 1,
};

export type DataOf<Type extends LedgerEvent["type"]> = Extract<LedgerEvent, { type: Type }>["data"];
