import type { CommandContext } from "../core/message.ts";
import type { DestinationKind } from "../enumerations.ts";
import type { FailureKind, OrderLeftOut, RunOutcome } from "../ledger/events.ts";
import type { RunFacts, RunReceipt, TriedStep } from "./events.ts";

/**
 * Commands on `run-{id}`. A repeat, even by another worker, is a no-op; only StartDelivery is refused then. `StartRun`
 * with `exportId` requests the first export too, with the claim's inputs.
 */
export type RunCommand = {
  context: CommandContext;
} & (
  | ({ type: "StartRun"; exportId?: string } & RunFacts)
  /** Requests the next try's export. `exportId`: see {@link deriveExportId}. */
  | { type: "RequestRunExport"; try: number; exportId: string; inputHash: string }
  /** The result in `export-{id}`. */
  | {
      type: "FinishRunExport";
      exportId: string;
      orders: number;
      rows: number;
      without?: readonly OrderLeftOut[];
      /** Ids of left-out orders that the report before reported already. */
      toldBefore?: readonly string[];
      /** Names of orders that an earlier report lacked and this one has. */
      late?: readonly string[];
    }
  | { type: "FailRunExport"; exportId: string; kind: FailureKind; reason: string }
  /**
   * Refused after the receiver's confirmation. `try` and `attempt` must be the next ones, so only one of two workers
   * begins. A lost worker's try begins again; the fourth time DeliveryFailed is recorded instead. Only DeliveryStarted
   * means work.
   */
  | {
      type: "StartDelivery";
      try: number;
      attempt: number;
      deliveryId: string;
      destination: DestinationKind;
      recipients: readonly string[];
      workspaceVersion?: number;
      /** The lost attempt handed nothing to the receiver, except to the `previousReached`. */
      previousSentNothing?: true;
      /** Recipients that certainly have the report by now. */
      previousReached?: number;
    }
  /** The receiver has the file, by any attempt. */
  | { type: "ConfirmDelivery"; try: number; attempt: number; receipt: RunReceipt }
  /** Fails the newest attempt, or a first one given up before it began. */
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
      /** The failure doesn't count, but another try can't help. */
      final?: true;
      /** This and the next three: vault references of recipients. Rejected by the mail server for good. */
      refused?: readonly string[];
      /** Recipients whose address our mail server can't take. */
      unsendable?: readonly string[];
      /** Recipients reached by this attempt; absent if unknown. */
      newlyReached?: readonly string[];
      /** Recipients that may have the mail, by any try; absent if unknown. */
      inDoubt?: readonly string[];
    }
  /** The outcome in the ledger. */
  | { type: "EndRun"; outcome: RunOutcome; reason: string | null }
);

export type RunCommandOf<Type extends RunCommand["type"]> = Extract<RunCommand, { type: Type }>;
