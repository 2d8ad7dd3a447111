import type { EventMetadata } from "#domain/core/message.ts";
import type { SheafEvent } from "#domain/event-schemas.ts";
import type { Position, RecordedEvent } from "#infra/ports/stores/event-store.ts";
import type { CollectionDefinition, ReadModelChange } from "#infra/ports/stores/read-store.ts";

/** An upcast event with its version and position. */
export type Projected<Event = SheafEvent> = Event & {
  id: string;
  metadata: EventMetadata;
  stream: string;
  version: number;
  position: Position;
};

export type DocumentKey = { collection: string; id: string };

/** Turns events into documents, without side effects. */
export type Projection<Type extends SheafEvent["type"] = SheafEvent["type"]> = {
  /** Permanent: readers and `x-await-position` refer to it. Equal to its collection's name. */
  name: string;
  /** Raise it with any change of documents or rules. The new version is built beside the old one. */
  version: number;
  collection: CollectionDefinition;
  /** Collection for content too large for lists, from `defineContents`. */
  contents?: CollectionDefinition;
  types: readonly Type[];
  /** Filters stored events of those types. */
  accepts?: (recorded: RecordedEvent) => boolean;
  /** The event's document, parked if projecting fails. */
  toDocumentKey(event: Projected<Extract<SheafEvent, { type: Type }>>): DocumentKey;
  /** Returns at most one change per document. */
  project(event: Projected<Extract<SheafEvent, { type: Type }>>): readonly ReadModelChange[];
};

type Handlers<Type extends SheafEvent["type"]> = {
  readonly [T in Type]: (event: Projected<Extract<SheafEvent, { type: T }>>) => readonly ReadModelChange[];
};

/** Projects the events that `on` handles. */
export const defineProjection = <Type extends SheafEvent["type"]>({
  on,
  ...projection
}: Omit<Projection<Type>, "types" | "project"> & { on: Handlers<Type> }): Projection<Type> => ({
  ...projection,
  types: Object.keys(on) as Type[],
  project: (event) => on[event.type as Type](event as never),
});
