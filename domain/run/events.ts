import type { DomainEvent, EventSchemas } from "../core/message.ts";
import type { DestinationKind } from "../enumerations.ts";
import type { ClaimFacts, FailureKind, OrderLeftOut, RunCause, RunOutcome } from "../ledger/events.ts";
import type { MailReach } from "../ledger/mail-reach.ts";
import type { Period } from "../schedule/schedule.ts";

/** One step of a delivery attempt, in order. */
export type TriedStep = {
  step: string;
  ms: number;
  /** Set if the step failed. */
  failed?: true;
  /** Set if the receiver refused the file, or the file was removed again; absent if unknown and in old events. */
  nothingLeft?: true;
};

/**
 * A receiver's confirmation. `at`: ISO UTC. `to`: such as '2 recipients' or 'ftp.example, /in/Orders.csv'. `answer`:
 * the receiver's words. Contains no personal address and no secret. `before`: it had the file already. `refused`: vault
 * references of permanently rejected recipients while others got it; absent if none. `mayHaveIt`: those of them that may
 * have it from an earlier attempt; absent if none, and in old events. `unsendable`: of recipients whose address our mail
 * server can't take, so it wasn't asked; absent if none, and in old events. `newlyReached`: of recipients that this
 * attempt reached; absent if it isn't known who, and in old events. `published`: the report's public address now leads
 * to this file, unless a later period's file holds it.
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
  /** `at` of the slot. */
  slot: string;
  period: Period;
  /** Delivers reports without rows too (`export_empty_reports`). */
  deliverEmpty: boolean;
};

/**
 * Stream `run-{id}`: one run of an automated report, from its claim to its end (ADR 76). `try` counts exports and
 * deliveries from 1. Each failed try is reported to `automation-{id}`, which decides on another.
 */
export type RunEvent =
  | DomainEvent<"RunStarted", RunFacts>
  /** `inputHash`: this export's own frozen inputs. */
  | DomainEvent<"RunExportRequested", { try: number; exportId: string; inputHash: string }>
  /**
   * `without`: unreadable orders that the file lacks. `late`: names of orders that an earlier report lacked and this
   * one has. Both are absent if empty.
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
  /** Nothing to deliver. `without`: orders that it lacks, already reported by an earlier report; absent if none. */
  | DomainEvent<"RunExportEmpty", { try: number; exportId: string; without?: readonly OrderLeftOut[] }>
  | DomainEvent<"RunExportFailed", { try: number; exportId: string; kind: FailureKind; reason: string }>
  /**
   * `attempt`: number of starts of this try, as workers may be lost. `deliveryId`: the same for all tries.
   * `recipients`: vault references, for e-mail only. `workspaceVersion`: the workspace version of the destination used;
   * absent in old events, which used the claim's version. `previousSentNothing`: the lost attempt before this one
   * handed nothing to the receiver, but for the `previousReached` recipients that certainly have it by now; absent if it
   * may have. `previousReached` is absent if nobody has it, and in old events.
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
   * `reached`: recipients that got it anyway. `notBefore`: earliest next try the receiver allows, ISO UTC; absent if it
   * named none. `final`: the failure doesn't count, but another try can't help. `sentNothing`: the lost attempt handed
   * nothing to the receiver, but for the `reached` recipients; absent if it may have. `refused`: vault references of
   * recipients that the mail server rejected permanently. `mayHaveIt`: those of them that may have it from an earlier
   * attempt. `unsendable`: as in {@link RunReceipt}. `arrived`: who has or may have the mail after all tries so far.
   * These four are absent if there are none, and in old events. `inDoubt`: vault references of the recipients on the
   * list that may have the mail by any try, as its answer was lost. The others either have it or surely lack it. Absent
   * if it isn't known who, and in old events. So is `newlyReached`: those that this attempt itself reached.
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
  /** `arrived`: who has or may have the mail of a failed run; absent if nobody has it, and in old events. */
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
