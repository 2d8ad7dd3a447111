import type { DomainEvent, EventSchemas } from "../core/message.ts";

/** Kind of a request, on behalf of a person, or of a shop that has left (P-3). */
export type PrivacyRequestKind = "customer-data" | "customer-erasure" | "shop-erasure";

/** An export that held, or may have held, a person's data. */
export type HeldExport = {
  exportId: string;
  fileName: string;
  /** Instant, ISO UTC. */
  requestedAt: string;
  /** True if it can still be downloaded. */
  fileExists: boolean;
  /** False if the file's people were not recorded. */
  certain: boolean;
};

/**
 * `obsolete`: the shop to erase is installed. `nothing-kept`: the shop is unknown or was erased before. `subject-lost`:
 * the data subject was lost with the vault or unreadable, so all reports of the shop count as holding the customer.
 */
export type PrivacyOutcome = "carried-out" | "nothing-kept" | "obsolete" | "subject-lost";

/** Items found for a data request, removed for an erasure; `exports` counts all found, with or without a file. */
type PrivacyCounts = { exports: number; files: number; values: number };

/**
 * Stream `privacy-{id}`: one platform request about personal data. Subscriber: upkeep (upkeep/privacy/privacy-task.ts).
 * No read model.
 */
export type PrivacyEvent =
  | DomainEvent<
      "PrivacyRequestReceived",
      {
        kind: PrivacyRequestKind;
        /** Null if the shop was never here. */
        tenant: string | null;
        shop: string;
        webhookId: string;
        /** Keyed hash of the customer's number, to find the request again; null if none was named. */
        customer: string | null;
        /** Number of orders named. */
        orders: number;
        /**
         * Vault reference of the data subject until the request is carried out; null for a shop's erasure or an
         * unreadable subject.
         */
        subjectRef: string | null;
      }
    >
  /** Exports that don't fit into the end's event; both together are all of them (ADR 97). */
  | DomainEvent<"PrivacyExportsNamed", { exports: HeldExport[] }>
  | DomainEvent<
      "PrivacyRequestCarriedOut",
      {
        outcome: PrivacyOutcome;
        counts: PrivacyCounts;
        /** The newest, at most {@link maxExportsInEvent}; none for an erased shop. */
        exports: HeldExport[];
        /**
         * Vault references of the erased values, at most {@link maxErasedReferences}. They reveal nothing, and allow
         * erasing the values again after a restored backup. Also absent in old events.
         */
        erased?: string[];
      }
    >;

/** An event has a size limit. */
export const maxExportsInEvent = 500;
export const maxErasedReferences = 10_000;

export const privacyEventSchemas: EventSchemas<PrivacyEvent> = {
  PrivacyRequestReceived: 1,
  PrivacyExportsNamed: 1,
  PrivacyRequestCarriedOut: 1,
};
