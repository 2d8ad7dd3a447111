import type { PastLook } from "#domain/wire/impersonation.ts";
import type { SupportActs } from "#domain/wire/support-acts.ts";

/** `at`: ISO UTC. */
type Did = { key: string; at: string; what: string; who: string };

/** One list of what support did at the console and of what they changed while they looked, the newest first. */
export const didBySupport = (acts: SupportActs, looks: readonly PastLook[]): Did[] =>
  [
    ...acts.map(({ Id, At, What }) => ({ key: Id, at: At, what: What, who: "Sheaf support" })),
    ...looks.flatMap(({ Id, Agent, Changes }) =>
      Changes.map(({ At, What }, n) => ({ key: `${Id} ${n}`, at: At, what: What, who: `Sheaf support (${Agent})` })),
    ),
  ].sort((one, other) => (one.at < other.at ? 1 : one.at > other.at ? -1 : 0));
