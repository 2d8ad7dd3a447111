import type { DomainEvent, EventSchemas } from "../core/message.ts";
import { type ActChange, type JobAct, type JobActType, jobActs, type SupportAct, supportActs } from "./acts.ts";
import type { Role } from "./roles.ts";

/**
 * Stream `console-{id}`: one act of a support agent. `agent`: a pseudonymous id. Its name is in the vault under {@link
 * toAgentNameRef}, and so is the reason. Projected into `console-acts`.
 */
export type ConsoleEvent =
  | DomainEvent<"AgentSignedIn", { agent: string; role: Role }>
  /** `everywhere`: all of the agent's sessions. */
  | DomainEvent<"AgentSignedOut", { agent: string; everywhere: boolean }>
  /** Recorded at most once per session and shop in ten minutes. The shop is the event's tenant. */
  | DomainEvent<"ShopLookedAt", { agent: string }>
  /** The session's events are in `impersonation-{id}`. */
  | DomainEvent<"ShopImpersonated", { agent: string; impersonationId: string; reasonRef: string }>
  | DomainEvent<JobActType, ActOnJob>
  /** Another act came first, so nothing changed. */
  | DomainEvent<"JobActRefused", ActOnJob & { act: JobAct }>
  /** The queue failed after the act was recorded. It may have changed something. */
  | DomainEvent<"JobActUnconfirmed", ActOnJob & { act: JobAct }>
  /**
   * The read model's process retries the document (ADR 103). `projection`: name of the read model, or of a part of it.
   */
  | DomainEvent<
      "ParkedTriedAgain",
      { agent: string; projection: string; collection: string; documentId: string; reasonRef: string }
    >
  /**
   * Also recorded in the changed item's stream (ADR 102). `about`: an export, an automated report or a flag; null for
   * the shop itself.
   */
  | DomainEvent<"AgentActed", AgentAct>
  /** The act was refused, so nothing changed. */
  | DomainEvent<"AgentActRefused", AgentAct>;

type ActOnJob = { agent: string; jobId: string; kind: string; reasonRef: string };

type AgentAct = { agent: string; act: SupportAct; about: string | null; reasonRef: string } & ActChange;

export const consoleEventSchemas: EventSchemas<ConsoleEvent> = {
  AgentSignedIn: 1,
  AgentSignedOut: 1,
  ShopLookedAt: 1,
  ShopImpersonated: 1,
  JobTriedAgain: 1,
  JobDropped: 1,
  JobActRefused: 1,
  JobActUnconfirmed: 1,
  ParkedTriedAgain: 1,
  AgentActed: 1,
  AgentActRefused: 1,
};

/** Vault owner of support agents' data, and tenant of acts that concern no shop. */
export const supportTenant = "support";

/** Vault reference of an agent's name. */
export const toAgentNameRef = (agent: string): string => `agent-name:${agent}`;

/** Prefix of {@link toActReasonRef}; the act's id follows. */
export const actReasonPrefix = "act-reason:";

/** Vault reference of an act's reason. */
export const toActReasonRef = (act: string): string => `${actReasonPrefix}${act}`;

/** Reverses {@link toActReasonRef}. */
export const actOfReason = (reference: string): string => reference.slice(actReasonPrefix.length);

type JobActLabel = (typeof jobActs)[JobAct];
type SupportActLabel = (typeof supportActs)[SupportAct];

/** Labels of acts in the audit log, after a name. */
export const consoleActLabels = [
  "signed in",
  "signed out",
  "signed out everywhere",
  "looked at the shop",
  "asked to look as the merchant",
  "changed something as the merchant",
  ...(Object.values(jobActs) as readonly JobActLabel[]),
  "tried a parked document again",
  ...(Object.values(supportActs) as readonly SupportActLabel[]),
] as const;
export type ConsoleActLabel = (typeof consoleActLabels)[number];
