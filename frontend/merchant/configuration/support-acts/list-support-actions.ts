import type { PastImpersonationSession } from "#domain/wire/support/impersonation.ts";
import type { SupportActs } from "#domain/wire/support/support-acts.ts";

/** `at`: ISO UTC. */
type SupportAction = { key: string; at: string; what: string; who: string };

/** Merges support's actions at the console and its changes in impersonation sessions, newest first. */
export const listSupportActions = (acts: SupportActs, looks: readonly PastImpersonationSession[]): SupportAction[] =>
  [
    ...acts.map(({ Id, At, What }) => ({ key: Id, at: At, what: What, who: "Sheaf support" })),
    ...looks.flatMap(({ Id, Agent, Changes }) =>
      Changes.map(({ At, What }, n) => ({ key: `${Id} ${n}`, at: At, what: What, who: `Sheaf support (${Agent})` })),
    ),
  ].sort((one, other) => (one.at < other.at ? 1 : one.at > other.at ? -1 : 0));
