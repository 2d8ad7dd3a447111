import type { DomainEvent, EventSchemas } from "../core/message.ts";
import type { Period } from "../schedule/schedule.ts";

/**
 * Why a run was begun. Only that of a slot decides what became of the slot; the others are extra runs: a catch-up brings time that was
 * skipped, a test is asked for by the merchant, a retry tries a suspended report again, and `again` repeats a
 * report that has ended, as the merchant asks.
 */
export type RunCause = "slot" | "catch-up" | "test" | "retry" | "again";
export type ExtraCause = Exclude<RunCause, "slot">;
/** Causes of runs by hand: they stand beside the schedule, have one try, and don't change how the report fares (ADR 110). */
export type ByHandCause = Extract<RunCause, "test" | "again">;
export const isByHand = (cause: RunCause): cause is ByHandCause => cause === "test" || cause === "again";

/** How a run ends. A slot may besides be skipped: then no run was made for it. */
export type RunOutcome = "delivered" | "empty" | "failed";

/**
 * Failures of mails that don't count towards a suspension (R-45, ADR 111). `ours`: our own mail server is at fault. `deferred`: the recipients' mail
 * server asks to be tried later. `content`: a mail server refuses this mail. `unconfirmed`: its answer was lost, so the mail may have arrived.
 */
export type UncountedKind = "ours" | "deferred" | "content" | "unconfirmed";
/** `lasting`: time will not heal it, so it is not tried again within its slot. */
export type FailureKind = "temporary" | "lasting" | UncountedKind;
export const isUncounted = (kind: FailureKind): kind is UncountedKind => kind !== "temporary" && kind !== "lasting";

/**
 * `subscription`: nobody paid (402). `outage`: nobody was there to run them in time, or the run before took too long; a later slot covers
 * their time. `reported`: what they end with was in a report already, as can be after an edit of the schedule.
 */
export type SkipReason = "paused" | "suspended" | "subscription" | "outage" | "reported";

/** An order that a report went out without, as it could not be read (ADR 107). `id`: the platform's; `name`: such as #1042. */
export type OrderLeftOut = { id: string; name: string };

/** What a run is made of, read before its claim: what is edited afterwards does not change it. */
export type ClaimFacts = {
  /** Of `workspace-{tenant}` and `shop-{tenant}`. */
  workspaceVersion: number;
  shopVersion: number;
  flags: readonly string[];
  catalogueVersion: number;
  /** SHA-256 (hex) of the frozen inputs in the state store. */
  inputHash: string;
};

/**
 * A report for time that has none. `slot`: the newest one that it is for. `tried`: how many runs of that slot were claimed before, which its
 * file's name tells; absent where there was none, and in events of old.
 */
export type CatchUp = { slot: string; period: Period; tried?: number };

/** Why reports that were promised are not made: the merchant paused the report, or deleted it. */
export type CallOffReason = "paused" | "deleted";

/** What the merchant wants of the time that was skipped. */
export type ResumeChoice = "nothing" | "one" | "each";

/**
 * `without`: orders that the report lacks; absent where it lacks none. Except after a run by hand, the next report carries them. `coveredByNext`: of a slot
 * that failed by our own fault, its time comes into the next slot's report; absent of all others.
 */
type Settlement = {
  slot: string;
  run: string;
  outcome: RunOutcome;
  reason: string | null;
  without?: readonly OrderLeftOut[];
  coveredByNext?: true;
};

/**
 * Stream `automation-{id}`: how an automated report fares, its ledger (ADR 76). `slot` is the `at` of one, `run` the id of `run-{id}`.
 * `Suspended` asks for one mail, whose id derives from `run`.
 */
export type LedgerEvent =
  | DomainEvent<"SlotClaimed", ClaimFacts & { slot: string; runAt: string; period: Period; run: string }>
  /**
   * Neighbours that no run is made for, from one `at` to another, both included. `coveredBy`: the slot whose run has their time. `period`:
   * the time that no report has; null where one has it.
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
   * `try`: of the run, from 1. `failedTries`: in a row, with this one if it counts. `retryAt`: when the run is tried again; null when it is not.
   */
  | DomainEvent<
      "TryFailed",
      { run: string; try: number; kind: FailureKind; reason: string; failedTries: number; retryAt: string | null }
    >
  /** The merchant wants the next try of a failed run at once. `try`: the one that waited; `retryAt`: the moment of the wish. */
  | DomainEvent<"TryBroughtForward", { run: string; try: number; retryAt: string }>
  | DomainEvent<"SlotSettled", Settlement>
  | DomainEvent<"ExtraRunSettled", { cause: ExtraCause } & Settlement>
  | DomainEvent<
      "Suspended",
      {
        slot: string;
        period: Period;
        run: string;
        failedTries: number;
        reason: string;
        firstFailure: { at: string; reason: string };
      }
    >
  /**
   * Which report has which time is decided here, once (ADR 83). `retry`: it was suspended, and one run is wanted that says whether it is cured;
   * `retryOf`: what that is of. `catchUps`: all that are to be made, oldest first. `calledOff`: those chosen before that these replace. Events of
   * old lack the last two: their retry had all that no catch-up of theirs had, and their catch-ups came to those before.
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
  /** Catch-ups that had not begun are not made. Their time is asked about at the next start. */
  | DomainEvent<"CatchUpsCalledOff", { because: CallOffReason; catchUps: readonly CatchUp[] }>
  /** No slots are left. `endsTo`: as the definition had it, so that another end makes it live again. */
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
