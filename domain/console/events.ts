import type { DomainEvent, EventSchemas } from "../core/message.ts";
import { type ActChange, type SupportAct, supportActs } from "./acts.ts";
import type { Role } from "./roles.ts";

/**
 * Stream `console-{id}`: one act of somebody of support at the console. `agent` is a made-up id of the person, whose name is in the vault
 * under {@link agentNameRef}; so is the reason that they gave. Projected into `console-acts`.
 */
export type ConsoleEvent =
  | DomainEvent<"AgentSignedIn", { agent: string; role: Role }>
  /** `everywhere`: of all their sessions, not of one alone. */
  | DomainEvent<"AgentSignedOut", { agent: string; everywhere: boolean }>
  /** Noted once in ten minutes for a session and a shop; whose shop it was says the tenant of the event. */
  | DomainEvent<"ShopLookedAt", { agent: string }>
  /** Somebody asked to see the shop as its merchant: the stream `impersonation-{id}` says what became of it. */
  | DomainEvent<"ShopImpersonated", { agent: string; impersonationId: string; reasonRef: string }>
  | DomainEvent<"JobTriedAgain" | "JobDropped", { agent: string; jobId: string; kind: string; reasonRef: string }>
  /** The read model's own process does it, when it comes to this event (ADR 103). `projection`: or the part of one. */
  | DomainEvent<
      "ParkedTriedAgain",
      { agent: string; projection: string; collection: string; documentId: string; reasonRef: string }
    >
  /**
   * Something was done for a shop (ADR 102), which the thing's own stream tells as well. `about`: an export, an automated report or a flag; null of the
   * shop itself.
   */
  | DomainEvent<"AgentActed", { agent: string; act: SupportAct; about: string | null; reasonRef: string } & ActChange>;

export const consoleEventSchemas: EventSchemas<ConsoleEvent> = {
  AgentSignedIn: 1,
  AgentSignedOut: 1,
  ShopLookedAt: 1,
  ShopImpersonated: 1,
  JobTriedAgain: 1,
  JobDropped: 1,
  ParkedTriedAgain: 1,
  AgentActed: 1,
};

/** Owner of what the vault has of people of support, and tenant of acts that are about no shop. */
export const supportTenant = "support";

/** Where the vault has a person's name. */
export const agentNameRef = (agent: string): string => `agent-name:${agent}`;

/** References of reasons in the vault begin with it; the id of the act follows. */
export const actReasonPrefix = "act-reason:";

/** Where the vault has the reason of an act. */
export const actReasonRef = (act: string): string => `${actReasonPrefix}${act}`;

/** The act whose reason is there. */
export const actOfReason = (reference: string): string => reference.slice(actReasonPrefix.length);

type SupportActWord = (typeof supportActs)[SupportAct];

/** What an act is called in the audit log, in the past tense behind a name. */
export const consoleActWords = [
  "signed in",
  "signed out",
  "signed out everywhere",
  "looked at the shop",
  "asked to look as the merchant",
  "changed something as the merchant",
  "tried a job again",
  "dropped a job",
  "tried a parked document again",
  ...(Object.values(supportActs) as readonly SupportActWord[]),
] as const;
export type ConsoleActWord = (typeof consoleActWords)[number];
