import type { SignName } from "../../console/signs.ts";

/** What calls of the support console answer about what goes wrong. As in `console.ts`: instants are ISO UTC, a row's `tenant` names its shop. */

/** `count`: of the rows that the sign's list has. `since`: when the oldest of them began, as far as is known. */
export type ConsoleSign = { id: SignName; count: number; since: string | null };
/** `lookedAt`: when all of it was counted. */
export type ConsoleSigns = { lookedAt: string; signs: ConsoleSign[] };

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

/** What follows the events, or holds files. */
export type ConsoleMeasure = {
  id: string;
  what: "read model" | "relay" | "disk";
  name: string;
  state: "well" | "behind" | "low";
  since: string | null;
  figure: string;
};

/** `state`: `waiting` can be claimed now, and is `overdue` when it could for ten minutes; `later` is not due, `pausing` waits for another attempt. */
export type ConsoleOpenJob = {
  id: string;
  kind: string;
  lane: string;
  tenant: string;
  state: "waiting" | "overdue" | "later" | "pausing" | "running";
  dueAt: string;
  enqueuedAt: string;
  /** When its pause is over, or its lease. */
  until: string | null;
  attempts: number;
};

/** A document of a read model that waits for an event that could not be projected. */
export type ConsoleParked = {
  id: string;
  readModel: string;
  version: number;
  /** Whether it is of the version that lists show. */
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

/** A shop whose calls the store platform holds back. `id`: its tenant. */
export type ConsoleThrottledShop = {
  id: string;
  tenant: string;
  shop: string;
  since: string;
  lastAt: string;
  reason: string;
};

/** A webhook that was let in. `outcome`: one that `failed` comes again; one that is `passed over` is of before the shop's last consent. */
export type ConsoleWebhook = {
  id: string;
  topic: string;
  shop: string;
  tenant: string | null;
  at: string;
  outcome: "handled" | "passed over" | "failed";
  /** The platform's own id of it. */
  webhookId: string;
};

/**
 * A mail that left, or should have. `about`: what it was about, by its id. `waiting`: it wasn't taken, or its answer was lost, and it is tried again.
 * `refused`: our mail server refused it, and it is tried again. `stuck`: it was tried for five days, or couldn't be made, and waits for a person. `may have arrived`: the mail server's answer was lost twice,
 * and it isn't sent again. `since`: when the waiting began, ISO UTC; null of mails that don't wait. `reason`: what the mail
 * server said last, in a few words without addresses; null where it took the mail.
 */
export type ConsoleMail = {
  id: string;
  kind: "report" | "alert" | "message to support";
  tenant: string;
  about: string;
  at: string;
  outcome: "sent" | "put into the outbox" | "waiting" | "refused" | "stuck" | "may have arrived" | "failed";
  since: string | null;
  reason: string | null;
  recipients: number;
};

/** A list as somebody wants to find it again. `isDefault`: the list opens with it. */
export type ConsoleView = {
  id: string;
  list: string;
  name: string;
  filter: Readonly<Record<string, unknown>>;
  sort: { field: string; order: "ASC" | "DESC" };
  isDefault: boolean;
};
