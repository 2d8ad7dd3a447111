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
 * Commands on `automation-{id}`. Slots and periods come from {@link decideNext}; the decider checks them against the
 * state. `ClaimSlot` runs the newest past slot for the time of all, or skips all if the report is suspended, not
 * `enabled` (workspace) or not `subscribed` (shop). A repeat is a no-op.
 */
export type LedgerCommand = { context: CommandContext } & (
  | ({ type: "ClaimSlot"; past: PastSlots; enabled: boolean; subscribed: boolean; run: string } & ClaimFacts)
  | { type: "SkipSlots"; past: PastSlots; reason: Exclude<SkipReason, "outage"> }
  /** Except for manual runs, `slot` and `period` must be the next ones. */
  | ({ type: "ClaimExtraRun"; cause: ExtraCause; slot: string; period: Period; run: string } & ClaimFacts)
  /**
   * `try`: number within the run, from 1. `notBefore`: earliest next try the receiver allows, ISO UTC. `final`: another
   * try can't help, though the failure doesn't count. `mayHaveArrived`: at a receiver. `arrived`: at which of a mail's
   * recipients. `without`: orders that this report lacks.
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
  /** Makes the waiting run's next try due now. */
  | { type: "TryNow" }
  | { type: "Settle"; run: string; outcome: Exclude<RunOutcome, "failed">; without?: readonly OrderLeftOut[] }
  /**
   * Comes before the workspace enables the report (D-6). `past`: slots whose `at` has come. `slots`: every slot asked
   * about, including `past`; only for the choice `each`.
   */
  | {
      type: "Start";
      enabled: boolean;
      past: PastSlots | null;
      choice: ResumeChoice;
      slots?: readonly Slot[];
      /** The report was paused since its newest start, so waiting catch-ups must be promised again. */
      wasPaused?: boolean;
    }
  /** The report was paused or deleted after start number `resumed`. Cancels catch-ups that have not begun. */
  | { type: "CallOff"; because: CallOffReason; resumed: number }
  /** Refused while a slot has no outcome. */
  | { type: "Expire"; endsTo: string; past: PastSlots | null }
);

export type CommandOf<Type extends LedgerCommand["type"]> = Extract<LedgerCommand, { type: Type }>;
