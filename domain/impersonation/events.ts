import type { DomainEvent, EventSchemas } from "../core/message.ts";

/** Cause of an early end. `sign-out`: the agent's, from the console. */
export type ImpersonationEnd = "agent" | "merchant" | "sign-out";

/**
 * Stream `impersonation-{id}`: an agent's session in a shop as its merchant (R-14). The shop is the events' tenant. The
 * agent's name and the reason are in the vault (ADR 95). Projected into `impersonations`.
 */
export type ImpersonationEvent =
  /** A ticket was issued. */
  | DomainEvent<"ImpersonationAllowed", { agent: string; reasonRef: string }>
  /** The ticket was used. `until`: end of the session, ISO UTC. */
  | DomainEvent<"ImpersonationBegun", { until: string }>
  | DomainEvent<"ImpersonationEnded", { by: ImpersonationEnd }>;

export const impersonationEventSchemas: EventSchemas<ImpersonationEvent> = {
  ImpersonationAllowed: 1,
  ImpersonationBegun: 1,
  ImpersonationEnded: 1,
};

/** Stream `grant-{tenant}`: the merchant's permission for support to make changes. No read model. */
export type GrantEvent =
  /** `until`: ISO UTC. */
  | DomainEvent<"SupportChangesAllowed", { hours: number; until: string }>
  | DomainEvent<"SupportChangesStopped", Record<string, never>>;

export const grantEventSchemas: EventSchemas<GrantEvent> = {
  SupportChangesAllowed: 1,
  SupportChangesStopped: 1,
};
