import type { CommandContext } from "../core/message.ts";
import type { DestinationKind } from "../enumerations.ts";
import type { FailureKind, OrderLeftOut, RunOutcome } from "../ledger/events.ts";
import type { RunFacts, RunReceipt, TriedStep } from "./events.ts";

/**
 * Commands on `run-{id}`. Each may come again, from another worker as well, and then finds its own event; only what begins a delivery is
 * refused the second time.
 */
export type RunCommand = {
  context: CommandContext;
} /** `exportId`: its first export is requested in the same breath, of the inputs of its claim. */ & (
  | ({ type: "StartRun"; exportId?: string } & RunFacts)
  /** Of the next try: `exportId` derives from the run and the try ({@link exportIdOf}). */
  | { type: "RequestRunExport"; try: number; exportId: string; inputHash: string }
  /** As `export-{id}` has it. */
  | {
      type: "FinishRunExport";
      exportId: string;
      orders: number;
      rows: number;
      without?: readonly OrderLeftOut[];
      /** Ids of those among them that the report before lacked, and told. */
      toldBefore?: readonly string[];
      /** Names of orders that an earlier report lacked and this one has. */
      late?: readonly string[];
    }
  | { type: "FailRunExport"; exportId: string; kind: FailureKind; reason: string }
  /**
   * Refused once the receiver has confirmed. `try` and `attempt`: which one is begun, the next of what was read, so that of two workers one
   * begins. A try that is under way is begun again when its worker is lost; a fourth time it records DeliveryFailed instead: only after
   * DeliveryStarted is there something to do.
   */
  | {
      type: "StartDelivery";
      try: number;
      attempt: number;
      deliveryId: string;
      destination: DestinationKind;
      recipients: readonly string[];
      workspaceVersion?: number;
    }
  /** Of whichever attempt: the receiver has the file. */
  | { type: "ConfirmDelivery"; try: number; attempt: number; receipt: RunReceipt }
  /** Of the newest attempt, or of a first one that was given up before it began. */
  | {
      type: "FailDelivery";
      try: number;
      attempt: number;
      kind: FailureKind;
      reason: string;
      steps: readonly TriedStep[];
      reached: number;
      /** Earliest next try that the receiver asks for, ISO UTC. */
      notBefore?: string;
      /** Another try can't help, though the failure doesn't count. */
      final?: true;
    }
  /** As the ledger has settled it. */
  | { type: "EndRun"; outcome: RunOutcome; reason: string | null }
);

export type RunCommandOf<Type extends RunCommand["type"]> = Extract<RunCommand, { type: Type }>;
