import type { CommandContext } from "../core/message.ts";
import type { DestinationKind } from "../enumerations.ts";
import type { FailureKind, OrderLeftOut, RunOutcome } from "../ledger/events.ts";
import type { RunFacts, RunReceipt, TriedStep } from "./events.ts";

/**
 * Commands on `run-{id}`. Each may be repeated, even by another worker, and is a no-op then. Only StartDelivery is
 * refused the second time.
 */
export type RunCommand = {
  context: CommandContext;
} /** `exportId`: requests the first export too, with the inputs of the claim. */ & (
  | ({ type: "StartRun"; exportId?: string } & RunFacts)
  /** Requests the export of the next try. `exportId` derives from the run and the try ({@link deriveExportId}). */
  | { type: "RequestRunExport"; try: number; exportId: string; inputHash: string }
  /** The result in `export-{id}`. */
  | {
      type: "FinishRunExport";
      exportId: string;
      orders: number;
      rows: number;
      without?: readonly OrderLeftOut[];
      /** Ids of those that the report before lacked and reported already. */
      toldBefore?: readonly string[];
      /** Names of orders that an earlier report lacked and this one has. */
      late?: readonly string[];
    }
  | { type: "FailRunExport"; exportId: string; kind: FailureKind; reason: string }
  /**
   * Refused after the receiver's confirmation. `try` and `attempt` must be the next ones, so that only one of two
   * workers begins. A lost worker's try begins again; the fourth time DeliveryFailed is recorded instead. Only
   * DeliveryStarted means work.
   */
  | {
      type: "StartDelivery";
      try: number;
      attempt: number;
      deliveryId: string;
      destination: DestinationKind;
      recipients: readonly string[];
      workspaceVersion?: number;
      /** The lost attempt before this one handed nothing to the receiver, but for those of `previousReached`. */
      previousSentNothing?: true;
      /** Number of recipients that certainly have it by now. */
      previousReached?: number;
    }
  /** The receiver has the file, by any attempt. */
  | { type: "ConfirmDelivery"; try: number; attempt: number; receipt: RunReceipt }
  /** Fails the newest attempt, or a first one that was given up before it began. */
  | {
      type: "FailDelivery";
      try: number;
      attempt: number;
      kind: FailureKind;
      reason: string;
      steps: readonly TriedStep[];
      reached: number;
      /** Earliest next try the receiver allows, ISO UTC. */
      notBefore?: string;
      /** Another try can't help, though the failure doesn't count. */
      final?: true;
      /** Vault references of recipients that the mail server rejected permanently. */
      refused?: readonly string[];
      /** Vault references of recipients whose address our mail server can't take. */
      unsendable?: readonly string[];
      /** Vault references of recipients that this attempt reached; absent if it isn't known who. */
      newlyReached?: readonly string[];
      /** Vault references of recipients that may have the mail, by any try; absent if it isn't known who. */
      inDoubt?: readonly string[];
    }
  /** The outcome in the ledger. */
  | { type: "EndRun"; outcome: RunOutcome; reason: string | null }
);

export type RunCommandOf<Type extends RunCommand["type"]> = Extract<RunCommand, { type: Type }>;
