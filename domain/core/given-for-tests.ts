import { contextAt, metadataAt } from "./context-for-tests.ts";
import { type Decider, isRefusal, type Refusal } from "./decider.ts";
import type { CommandContext, DomainEvent, EventMetadata } from "./message.ts";

type WithoutContext<Command> = Command extends { context: CommandContext } ? Omit<Command, "context"> : never;

/** Test helper: `given(decider, events).when(command)` adds the context and returns the events or the refusal. */
export const given = <C extends { context: CommandContext }, E extends DomainEvent, S>(
  decider: Decider<C, E, S>,
  events: readonly E[],
  options: { instant?: string; metadata?: Partial<EventMetadata> } = {},
) => {
  const instant = options.instant ?? "2026-11-20T10:00:00.000Z";
  const state = events.reduce(
    (before, event, version) => decider.evolve(before, event, metadataAt(instant, options.metadata), version),
    decider.initialState,
  );
  return {
    state,
    when: (command: WithoutContext<C>): readonly E[] | Refusal =>
      decider.decide({ ...command, context: contextAt(instant) } as unknown as C, state),
  };
};

/**
 * Returns the refusal.
 * @throws {Error} if it isn't one
 */
export const refusalOf = (decision: unknown): Refusal => {
  if (!isRefusal(decision)) throw new Error(`Expected a refusal, got ${JSON.stringify(decision)}`);
  return decision;
};
