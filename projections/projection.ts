import type { EventMetadata } from "#domain/core/message.ts";
import type { SheafEvent } from "#domain/event-schemas.ts";
import type { Position, RecordedEvent } from "#infra/ports/stores/event-store.ts";
import type { CollectionDefinition, ReadModelChange } from "#infra/ports/stores/read-store.ts";

/** An event with its place in its stream and in the store, as it would be written today. */
export type Projected<Event = SheafEvent> = Event & {
  id: string;
  metadata: EventMetadata;
  stream: string;
  version: number;
  position: Position;
};

export type DocumentKey = { collection: string; id: string };

/** Events turned into documents. Pure: a repeat gives the same changes. */
export type Projection<Type extends SheafEvent["type"] = SheafEvent["type"]> = {
  /** Permanent: what readers ask for and `x-await-position` waits for. Equal to its collection's name. */
  name: string;
  /** Raise it with any change of documents or rules: they are built anew beside those of the version before, which serve meanwhile. */
  version: number;
  collection: CollectionDefinition;
  /** Where it puts what is too large for lists: `contentsOf` its name. */
  contents?: CollectionDefinition;
  /** Other events are passed over. */
  types: readonly Type[];
  /** Of those, the events that it is about, as they stand in the store; default: all. */
  takes?: (recorded: RecordedEvent) => boolean;
  /** The document that an event is about: what is parked when projecting the event fails. */
  documentOf(event: Projected<Extract<SheafEvent, { type: Type }>>): DocumentKey;
  /** At most one change per document. */
  project(event: Projected<Extract<SheafEvent, { type: Type }>>): readonly ReadModelChange[];
};

type Handlers<Type extends SheafEvent["type"]> = {
  readonly [T in Type]: (event: Projected<Extract<SheafEvent, { type: T }>>) => readonly ReadModelChange[];
};

/** A projection of the events that `on` has a function for. */
export const projectionOf = <Type extends SheafEvent["type"]>({
  on,
  ...projection
}: Omit<Projection<Type>, "types" | "project"> & { on: Handlers<Type> }): Projection<Type> => ({
  ...projection,
  types: Object.keys(on) as Type[],
  project: (event) => on[event.type as Type](event as never),
});
