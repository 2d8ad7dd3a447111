import type { CommandContext } from "../core/message.ts";
import type { Period, Slot } from "../schedule/schedule.ts";
import type {
  CallOffReason,
  ClaimFacts,
  ExtraCause,
  FailureKind,
  OrderLeftOut,
  ResumeChoice,
  RunOutcome,
  SkipReason,
} from "./events.ts";
import type { MailReach } from "./mail-reach.ts";
import type { PastSlots } from "./slot.ts";

/**
 * Commands on `automation-{id}`. Slots and periods come from the schedule ({@link decideNext}). The decider checks them
 * against the state.
 */
export type LedgerCommand = { context: CommandContext } /**
 * Runs the newest past slot for the time of all of them, or skips all if the report is suspended or not
 * `enabled` (workspace) or `subscribed` (shop). A repeat is a no-op.
 */ & (
  | ({ type: "ClaimSlot"; past: PastSlots; enabled: boolean; subscribed: boolean; run: string } & ClaimFacts)
  | { type: "SkipSlots"; past: PastSlots; reason: Exclude<SkipReason, "outage"> }
  /**
   * Claims the next catch-up, the wanted retry, or a manual run. Except for manual runs, `slot` and `period` must be
   * the next ones.
   */
  | ({ type: "ClaimExtraRun"; cause: ExtraCause; slot: string; period: Period; run: string } & ClaimFacts)
  /**
   * `try`: number of the try within the run, from 1. `notBefore`: earliest next try the receiver allows, ISO UTC.
   * `final`: the failure doesn't count, but another try can't help; default: false.
   * `mayHaveArrived`: a receiver may have the report; default: false. `arrived`: who of a mail's recipients.
   * `without`: orders that this report lacks; default: none.
   */
  | {
      type: "FailTry";
      run: string;
      try: number;
      kind: FailureKind;
      reason: string;
      notBefore?: string;
      final?: true;
      mayHaveArrived?: boolean;
      arrived?: MailReach;
      without?: readonly OrderLeftOut[];
    }
  /** Makes the next try of the waiting run due now. */
  | { type: "TryNow" }
  | { type: "Settle"; run: string; outcome: Exclude<RunOutcome, "failed">; without?: readonly OrderLeftOut[] }
  /**
   * The merchant starts a paused or suspended report, before the workspace enables it (D-6). `past`: slots whose `at`
   * has come. `slots`: every slot asked about, including `past`; only for the choice `each`.
   */
  | {
      type: "Start";
      enabled: boolean;
      past: PastSlots | null;
      choice: ResumeChoice;
      slots?: readonly Slot[];
      /** The report was paused since its newest start, so waiting catch-ups must be promised again. Default: false. */
      pausedSince?: boolean;
    }
  /**
   * The report was paused or deleted after start number `resumed`. Catch-ups promised by then that have not begun are
   * cancelled.
   */
  | { type: "CallOff"; because: CallOffReason; resumed: number }
  /** Refused while a slot has no outcome. */
  | { type: "Expire"; endsTo: string; past: PastSlots | null }
);

export type CommandOf<Type extends LedgerCommand["type"]> = Extract<LedgerCommand, { type: Type }>;
