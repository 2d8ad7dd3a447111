import type { DomainEvent, EventSchemas } from "../core/message.ts";
import type { DestinationKind } from "../enumerations.ts";
import type { ClaimFacts, FailureKind, OrderLeftOut, RunCause, RunOutcome } from "../ledger/events.ts";
import type { Period } from "../schedule/schedule.ts";

/**
 * What a try did with the receiver, in order; `failed`: what did not work. `nothingLeft`: it said no to that, or what it had was taken away
 * again; absent where that is not known, and of tries of before.
 */
export type TriedStep = { step: string; ms: number; failed?: true; nothingLeft?: true };

/**
 * What a receiver confirmed: when (ISO UTC), to whom ('2 recipients', 'ftp.example, /in/Orders.csv'), what it said. No address of a person, no
 * secret. `refused`: recipients whom the mail server refused for good while others have it, as references to the vault; absent where none was.
 * `published`: from now on the report's public address leads to the file, unless that of a later period does; absent of all others.
 */
export type RunReceipt = {
  at: string;
  to: string;
  answer: string;
  steps: readonly TriedStep[];
  before: boolean;
  refused?: readonly string[];
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
  /** A report without rows is delivered too (`export_empty_reports`). */
  deliverEmpty: boolean;
};

/**
 * Stream `run-{id}`: one run of an automated report, from its claim to its end (ADR 76). `try` counts from 1 over exports and deliveries;
 * each that fails is reported to `automation-{id}`, which says whether there is another.
 */
export type RunEvent =
  | DomainEvent<"RunStarted", RunFacts>
  /** `inputHash`: of this export's own frozen inputs. */
  | DomainEvent<"RunExportRequested", { try: number; exportId: string; inputHash: string }>
  /**
   * `without`: orders that its file lacks, as they could not be read. `late`: names of orders that an earlier report lacked and this one has. Both absent
   * where there are none.
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
  /** Finished, and there is nothing to deliver. `without`: orders that it lacks, as those before did; absent where it lacks none. */
  | DomainEvent<"RunExportEmpty", { try: number; exportId: string; without?: readonly OrderLeftOut[] }>
  | DomainEvent<"RunExportFailed", { try: number; exportId: string; kind: FailureKind; reason: string }>
  /**
   * `attempt`: how often this try was begun, as workers may be lost. `deliveryId`: the same for all tries. `recipients`: references to the
   * vault, of an e-mail alone. `workspaceVersion`: the version of the workspace whose destination is used; absent of attempts from before it was noted,
   * which used that of the claim.
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
      }
    >
  | DomainEvent<"DeliveryConfirmed", { try: number; attempt: number; deliveryId: string; receipt: RunReceipt }>
  /** `reached`: recipients that have it all the same. `notBefore`: earliest next try that the receiver asked for, ISO UTC; absent if it named none. `final`: another try can't help, though the failure doesn't count; else absent. */
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
      }
    >
  | DomainEvent<"RunEnded", { outcome: RunOutcome; reason: string | null }>;

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
