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
import type { PastSlots } from "./slot.ts";

/** Commands on `automation-{id}`. Slots and periods come from the schedule ({@link decideNext}); what is given is held against the state. */
export type LedgerCommand = { context: CommandContext } /**
 * The newest of the past slots is run for all of their time. `enabled`, `subscribed`: as the workspace and the shop stand; where
 * either is false, and of a suspended report, the slots are skipped instead. A repeat finds its own claim.
 */ & (
  | ({ type: "ClaimSlot"; past: PastSlots; enabled: boolean; subscribed: boolean; run: string } & ClaimFacts)
  | { type: "SkipSlots"; past: PastSlots; reason: Exclude<SkipReason, "outage"> }
  /** The next catch-up, the retry that is wanted, or a run by hand. `slot` and `period` must be those that are next, except by hand. */
  | ({ type: "ClaimExtraRun"; cause: ExtraCause; slot: string; period: Period; run: string } & ClaimFacts)
  /**
   * `try`: which try of the run, from 1. `notBefore`: earliest next try that the receiver asks for, ISO UTC. `final`: of a failure that doesn't count,
   * that another try can't help; default: false. `mayHaveArrived`: somebody has the report, or
   * may have it; default: false.
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
    }
  /** Makes the next try of the waiting run due now. */
  | { type: "TryNow" }
  | { type: "Settle"; run: string; outcome: Exclude<RunOutcome, "failed">; without?: readonly OrderLeftOut[] }
  /**
   * The merchant starts what is paused or suspended; comes before the workspace enables it (D-6). `past`: slots with an `at` until now.
   * `slots`: for the choice `each` every slot that is asked about, with those of `past`; else left out.
   */
  | {
      type: "Start";
      enabled: boolean;
      past: PastSlots | null;
      choice: ResumeChoice;
      slots?: readonly Slot[];
      /** It was paused since its newest start: what waits is promised anew, or it would be called off. Default: false. */
      pausedSince?: boolean;
    }
  /** It was paused or deleted after its `resumed`-th start: catch-ups that were promised by then and have not begun are not made. */
  | { type: "CallOff"; because: CallOffReason; resumed: number }
  /** Refused while a slot has no outcome. */
  | { type: "Expire"; endsTo: string; past: PastSlots | null }
);

export type CommandOf<Type extends LedgerCommand["type"]> = Extract<LedgerCommand, { type: Type }>;
