/** `support`: an agent acting for a merchant. `agent`: one acting in the console. `system`: Sheaf itself. */
export type Actor =
  | { kind: "merchant" }
  | { kind: "support"; agent: string; impersonation: string }
  | { kind: "agent"; agent: string }
  | { kind: "system"; part: string };

export type EventMetadata = {
  /** Schema version of the data; older ones are upcast. */
  schema: number;
  /** Shared by everything that one request caused. */
  correlation: string;
  /** Id of the command or event that caused this one. */
  causation: string;
  actor: Actor;
  tenant: string;
  /** Time, ISO 8601 UTC. */
  instant: string;
};

/** A past-tense fact. `data` is plain JSON without secrets or personal values. */
export type DomainEvent<Type extends string = string, Data = unknown> = { type: Type; data: Data };

/** The event types of a stream or a part of it, with their current schemas. The only source of their names. */
export type EventSchemas<Event extends DomainEvent> = Readonly<Record<Event["type"], number>>;

/** Lists the types in an {@link EventSchemas}. */
export const listEventTypes = <Type extends string>(schemas: Readonly<Record<Type, number>>): readonly Type[] =>
  Object.keys(schemas) as Type[];

/** True if the record contains the event's type. */
export const isEventOfType = <Event extends DomainEvent, Type extends string>(
  schemas: Readonly<Record<Type, number>>,
  event: Event,
): event is Extract<Event, { type: Type }> => Object.hasOwn(schemas, event.type);

/** Inputs of a decision from outside, injected so that deciding stays pure. */
export type CommandContext = {
  instant: string;
  /** The n-th new id of this command. A repeat gets the same ids. */
  newId(n: number): string;
};

/** A command without its context. Distributes over unions. */
export type WithoutContext<C> = C extends unknown ? Omit<C, "context"> : never;
