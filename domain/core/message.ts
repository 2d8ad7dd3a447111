/** Who did it. Support agents act on behalf of a merchant, or as themselves at the console; the system acts by itself. */
export type Actor =
  | { kind: "merchant" }
  | { kind: "support"; agent: string; impersonation: string }
  | { kind: "agent"; agent: string }
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

/**
 * Each event type of a stream, or of a kind of thing in one, and the schema that it is written with today. The only list of them: whoever
 * needs their names takes them from here.
 */
export type EventSchemas<Event extends DomainEvent> = Readonly<Record<Event["type"], number>>;

/** The names in such a list. */
export const eventTypes = <Type extends string>(schemas: Readonly<Record<Type, number>>): readonly Type[] =>
  Object.keys(schemas) as Type[];

/** Whether an event is one of such a list. */
export const isEventOf = <Event extends DomainEvent, Type extends string>(
  schemas: Readonly<Record<Type, number>>,
  event: Event,
): event is Extract<Event, { type: Type }> => Object.hasOwn(schemas, event.type);

/** What arrives with a command from outside: the instant and fresh ids, since deciding is pure. */
export type CommandContext = {
  instant: string;
  /** The n-th new id of this command; a repeat answers those of the first time. */
  newId(n: number): string;
};
