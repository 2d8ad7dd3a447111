/** Who did it. Support agents act on behalf of a merchant; the system acts by itself. */
export type Actor =
  | { kind: "merchant" }
  | { kind: "support"; agent: string; impersonation: string }
  | { kind: "system"; part: string };

export type EventMetadata = {
  /** Schema version of this event type's data; older ones go through upcasters. */
  schema: number;
  /** The same for everything one request set off. */
  correlation: string;
  /** Id of the command or event that caused this one. */
  causation: string;
  actor: Actor;
  tenant: string;
  /** ISO-8601 UTC. */
  instant: string;
};

/** A past-tense fact. `data` is plain JSON without secrets or personal values. */
export type DomainEvent<Type extends string = string, Data = unknown> = { type: Type; data: Data };

/** What arrives with a command from outside: the instant and fresh ids, since deciding is pure. */
export type CommandContext = {
  instant: string;
  /** The n-th new id of this command; a repeat answers those of the first time. */
  newId(n: number): string;
};
