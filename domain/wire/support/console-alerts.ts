import type { AlertName } from "../../console/alerts.ts";

/** Responses of the support console about alerts. Instants are ISO UTC; a row's `tenant` names its shop. */

export type ConsoleAlert = {
  id: AlertName;
  /** Rows in the alert's list. */
  count: number;
  /** Start of the oldest row, if known. */
  since: string | null;
};
export type ConsoleAlerts = { lookedAt: string; signs: ConsoleAlert[] };

/** An automated report that fails or is suspended. `id`: the automated report's. */
export type ConsoleTroubledReport = {
  id: string;
  tenant: string;
  title: string;
  standing: "failing" | "suspended";
  since: string;
  failedTries: number;
  reason: string | null;
  runId: string | null;
};

/** State of a read model, a relay or a disk. */
export type ConsoleHealthCheck = {
  id: string;
  what: "read model" | "relay" | "disk";
  name: string;
  state: "well" | "behind" | "low";
  since: string | null;
  figure: string;
};

/**
 * `waiting`: can be claimed now. `overdue`: could be claimed for ten minutes. `later`: not due. `pausing`: waits for
 * another attempt.
 */
export type ConsoleOpenJob = {
  id: string;
  kind: string;
  lane: string;
  tenant: string;
  state: "waiting" | "overdue" | "later" | "pausing" | "running";
  dueAt: string;
  enqueuedAt: string;
  /** End of its pause or its lease. */
  until: string | null;
  attempts: number;
};

/** A read-model document that waits for an event that failed to project. */
export type ConsoleParked = {
  id: string;
  readModel: string;
  version: number;
  /** True if it belongs to the version that lists show. */
  shown: boolean;
  collection: string;
  documentId: string;
  tenant: string | null;
  eventType: string;
  eventId: string;
  stream: string;
  at: string | null;
  reason: string;
};

/** A shop throttled by the store platform. `id`: its tenant. */
export type ConsoleThrottledShop = {
  id: string;
  tenant: string;
  shop: string;
  since: string;
  lastAt: string;
  reason: string;
};

/** `failed`: the webhook comes again. `passed over`: it predates the shop's last consent. */
export type ConsoleWebhook = {
  id: string;
  topic: string;
  shop: string;
  tenant: string | null;
  at: string;
  outcome: "handled" | "passed over" | "failed";
  webhookId: string;
};

/** A mail, sent or not. */
export type ConsoleMail = {
  id: string;
  kind: "report" | "sample" | "alert" | "message to support";
  tenant: string;
  /** ID of its subject. */
  about: string;
  /** The automated report's; null if it is gone, and for a message to support. */
  title?: string | null;
  at: string;
  /**
   * `waiting`: not taken, or the response was lost; retried. `refused`: by our mail server; retried. `stuck`: failed
   * for five days, or couldn't be made; needs a person. `sent`: all recipients have it. `partly sent`: some have it,
   * the others surely not. `may have arrived`: a response was lost, so some may have it; not sent again.
   */
  outcome:
    | "sent"
    | "partly sent"
    | "put into the outbox"
    | "waiting"
    | "refused"
    | "stuck"
    | "may have arrived"
    | "failed";
  /** Instant, ISO UTC; null if the mail doesn't wait. */
  since: string | null;
  /**
   * Number of recipients that have it, and the mail server's last short response without addresses; null if all have
   * it.
   */
  reason: string | null;
  recipients: number;
  /** Recipients refused for good, while others have the mail. */
  refused?: number;
  /** Recipients whose address our mail server can't take. */
  unsendable?: number;
};
