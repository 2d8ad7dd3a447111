import type { DomainEvent, EventSchemas } from "../core/message.ts";
import type { DestinationKind } from "../enumerations.ts";
import type { ClaimFacts, FailureKind, OrderLeftOut, RunCause, RunOutcome } from "../ledger/events.ts";
import type { MailReach } from "../ledger/mail-reach.ts";
import type { Period } from "../schedule/schedule.ts";

/** A step of an attempt. Steps are in order. */
export type TriedStep = {
  step: string;
  ms: number;
  failed?: true;
  /** The receiver refused the file, or it was removed again. Absent if unknown and in old events. */
  nothingLeft?: true;
};

/**
 * A receiver's confirmation, without personal addresses and secrets. `at`: ISO UTC. `to`: such as '2 recipients' or
 * 'ftp.example, /in/Orders.csv'. `answer`: the receiver's words. `before`: it had the file already. The four lists are
 * vault references of recipients, all but `refused` absent in old events. `refused`: rejected for good while others got
 * it. `mayHaveIt`: those of them that may have it from an earlier attempt. `unsendable`: our mail server can't take
 * their address, so it wasn't asked. `newlyReached`: reached by this attempt; absent if unknown. `published`: the
 * report's public address now leads to this file, unless a later period's file holds it.
 */
export type RunReceipt = {
  at: string;
  to: string;
  answer: string;
  steps: readonly TriedStep[];
  before: boolean;
  refused?: readonly string[];
  mayHaveIt?: readonly string[];
  unsendable?: readonly string[];
  newlyReached?: readonly string[];
  published?: true;
};

export type RunFacts = ClaimFacts & {
  runId: string;
  automationId: string;
  tenant: string;
  cause: RunCause;
  slot: string;
  period: Period;
  /** Delivers reports without rows too (`export_empty_reports`). */
  deliverEmpty: boolean;
};

/**
 * Stream `run-{id}`: one run of an automated report, from its claim to its end (ADR 76). `try` counts exports and
 * deliveries from 1. `automation-{id}` decides after each failed try on another.
 */
export type RunEvent =
  | DomainEvent<"RunStarted", RunFacts>
  /** `inputHash`: this export's own frozen inputs. */
  | DomainEvent<"RunExportRequested", { try: number; exportId: string; inputHash: string }>
  /**
   * `without`: unreadable orders that the file lacks. `late`: names of orders that an earlier report lacked and this
   * one has. Absent if empty.
   */
  | DomainEvent<
      "RunExportFinished",
      {
        try: number;
        exportId: string;
        orders: number;
        rows: number;
        without?: readonly OrderLeftOut[];
        late?: readonly string[];
      }
    >
  /** Nothing to deliver. `without`: orders that it lacks, already reported by an earlier report. */
  | DomainEvent<"RunExportEmpty", { try: number; exportId: string; without?: readonly OrderLeftOut[] }>
  | DomainEvent<"RunExportFailed", { try: number; exportId: string; kind: FailureKind; reason: string }>
  /**
   * `attempt`: starts of this try, as workers may be lost. `deliveryId`: the same for all tries. `recipients`: vault
   * references, for e-mail only. `workspaceVersion`: the workspace version of the destination used; absent in old
   * events, which used the claim's. `previousSentNothing`: the lost attempt before this one handed nothing to the
   * receiver, except to the `previousReached` recipients that certainly have it; absent if it may have.
   * `previousReached` is also absent in old events.
   */
  | DomainEvent<
      "DeliveryStarted",
      {
        try: number;
        attempt: number;
        deliveryId: string;
        destination: DestinationKind;
        recipients: readonly string[];
        workspaceVersion?: number;
        previousSentNothing?: true;
        previousReached?: number;
      }
    >
  | DomainEvent<"DeliveryConfirmed", { try: number; attempt: number; deliveryId: string; receipt: RunReceipt }>
  /**
   * `reached`: recipients that got it anyway. `notBefore`: earliest next try the receiver allows, ISO UTC. `final`:
   * another try can't help, though the failure doesn't count. `sentNothing`: the lost attempt handed nothing to the
   * receiver, except to the `reached` recipients; absent if it may have. `refused`, `mayHaveIt`, `unsendable`: as in
   * {@link RunReceipt}. `arrived`: who has or may have the mail after all tries. `inDoubt`: vault references of the
   * listed recipients that may have the mail by any try, as its answer was lost; the others either have it or surely
   * lack it. `newlyReached`: reached by this attempt. The last two are absent if unknown; from `refused` on all are
   * absent in old events.
   */
  | DomainEvent<
      "DeliveryFailed",
      {
        try: number;
        attempt: number;
        kind: FailureKind;
        reason: string;
        steps: readonly TriedStep[];
        reached: number;
        notBefore?: string;
        final?: true;
        sentNothing?: true;
        refused?: readonly string[];
        mayHaveIt?: readonly string[];
        unsendable?: readonly string[];
        inDoubt?: readonly string[];
        newlyReached?: readonly string[];
        arrived?: MailReach;
      }
    >
  /** `arrived`: who has or may have a failed run's mail; also absent in old events. */
  | DomainEvent<"RunEnded", { outcome: RunOutcome; reason: string | null; arrived?: MailReach }>;

export const runEventSchemas: EventSchemas<RunEvent> = {
  RunStarted: 1,
  RunExportRequested: 1,
  RunExportFinished: 1,
  RunExportEmpty: 1,
  RunExportFailed: 1,
  DeliveryStarted: 1,
  DeliveryConfirmed: 1,
  DeliveryFailed: 1,
  RunEnded: 1,
};

export type RunDataOf<Type extends RunEvent["type"]> = Extract<RunEvent, { type: Type }>["data"];
