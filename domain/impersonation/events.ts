import type { DomainEvent, EventSchemas } from "../core/message.ts";

/** Who ended a look before its time: whoever looked, the merchant, or the sign-out of whoever looked at the console. */
export type ImpersonationEnd = "agent" | "merchant" | "sign-out";

/**
 * Stream `impersonation-{id}`: a look of somebody of support into a shop as its merchant. The shop is the tenant of its events; the name of the
 * agent and the reason are in the vault (ADR 95). Projected into `impersonations`.
 */
export type ImpersonationEvent =
  /** A ticket was given out. */
  | DomainEvent<"ImpersonationAllowed", { agent: string; reasonRef: string }>
  /** The ticket was used. `until`: ISO UTC, when the look ends by itself. */
  | DomainEvent<"ImpersonationBegun", { until: string }>
  | DomainEvent<"ImpersonationEnded", { by: ImpersonationEnd }>;

export const impersonationEventSchemas: EventSchemas<ImpersonationEvent> = {
  ImpersonationAllowed: 1,
  ImpersonationBegun: 1,
  ImpersonationEnded: 1,
};

/** Stream `grant-{tenant}`: whether a merchant lets support make changes. Read from its stream alone: no read model is made of it. */
export type GrantEvent =
  /** `until`: ISO UTC. */
  | DomainEvent<"SupportChangesAllowed", { hours: number; until: string }>
  | DomainEvent<"SupportChangesStopped", Record<string, never>>;

export const grantEventSchemas: EventSchemas<GrantEvent> = {
  SupportChangesAllowed: 1,
  SupportChangesStopped: 1,
};
