import type { DomainEvent, EventSchemas } from "../core/message.ts";

/** What the platform asks for on behalf of a person or of a shop that has left (P-3). */
export type PrivacyRequestKind = "customer-data" | "customer-erasure" | "shop-erasure";

/** An export that held, or may have held, somebody's data. */
export type HeldExport = {
  exportId: string;
  fileName: string;
  /** ISO UTC. */
  requestedAt: string;
  /** Its file can still be downloaded. */
  fileExists: boolean;
  /** False of a file that nobody has noted the people of. */
  certain: boolean;
};

/**
 * `obsolete`: the shop that was to be erased is installed. `nothing-kept`: nothing is known of the shop, or it was erased before.
 * `subject-lost`: whom it was about was lost with the vault, or could not be read when it came, so that every report of the shop was taken
 * for one that held the customer.
 */
export type PrivacyOutcome = "carried-out" | "nothing-kept" | "obsolete" | "subject-lost";

/** Of a request for data: what was found. Of an erasure: what was removed; `exports` counts those found, whether their file was there or not. */
type PrivacyCounts = { exports: number; files: number; values: number };

/**
 * Stream `privacy-{id}`: one request of the platform about personal data, until it is carried out. Heard by upkeep (upkeep/privacy/duty.ts);
 * no read model is made of it.
 */
export type PrivacyEvent =
  | DomainEvent<
      "PrivacyRequestReceived",
      {
        kind: PrivacyRequestKind;
        /** Null of a shop that was never here. */
        tenant: string | null;
        shop: string;
        webhookId: string;
        /** Keyed hash of the customer's number, so that the request can be found again; null where none was named. */
        customer: string | null;
        /** How many orders were named. */
        orders: number;
        /** Where the vault has who it is about until the request is carried out; null of a shop's erasure, and of whom we could not read. */
        subjectRef: string | null;
      }
    >
  /** Before its end, some of the exports that the end has no room for: with those of the end they are all (ADR 97). */
  | DomainEvent<"PrivacyExportsNamed", { exports: HeldExport[] }>
  | DomainEvent<
      "PrivacyRequestCarriedOut",
      {
        outcome: PrivacyOutcome;
        counts: PrivacyCounts;
        /** The newest of them, at most {@link exportsInEvent}; for an erased shop none. */
        exports: HeldExport[];
        /**
         * Where the vault had the values that were erased, at most {@link erasedReferencesKept}: they say nothing, and by them the values are
         * erased again when a backup brings them back. Absent where none were, and of requests of before.
         */
        erased?: string[];
      }
    >;

/** So many go into an event, which has a limit of its own. */
export const exportsInEvent = 500;
export const erasedReferencesKept = 10_000;

export const privacyEventSchemas: EventSchemas<PrivacyEvent> = {
  PrivacyRequestReceived: 1,
  PrivacyExportsNamed: 1,
  PrivacyRequestCarriedOut: 1,
};
