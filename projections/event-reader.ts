import { decodeEvent } from "#application/events/decode-event.ts";
import { toVersionedName } from "#application/read-models/builds.ts";
import type { Upcasters } from "#domain/core/upcasters.ts";
import type { SheafEvent } from "#domain/event-schemas.ts";
import type { Position, RecordedEvent } from "#infra/ports/stores/event-store.ts";
import type { PositionedChange, ReadModelChange } from "#infra/ports/stores/read-store.ts";
import type { DocumentKey, Projected, Projection } from "./projection.ts";

/** Decodes events for one version of a projection, and names its collections. */
export const createEventReader = ({
  projection,
  version,
  upcasters,
}: {
  projection: Projection;
  version: number;
  upcasters: Upcasters;
}) => {
  const types = new Set<string>(projection.types);
  // A rebuild makes hundreds of thousands of changes: they share these strings.
  const names = new Map<string, string>();
  const nameOf = (collection: string): string => {
    const known = names.get(collection) ?? toVersionedName(collection, version);
    names.set(collection, known);
    return known;
  };
  return {
    isOurs: (recorded: RecordedEvent): boolean => types.has(recorded.type) && projection.accepts?.(recorded) !== false,
    decode: (recorded: RecordedEvent): Projected => {
      const { type, data, metadata } = decodeEvent(recorded, upcasters) as SheafEvent & Projected;
      const { id, stream, position } = recorded;
      return { type, data, metadata, id, stream, version: recorded.version, position } as Projected;
    },
    /** Key for an event that cannot be decoded. */
    streamKey: (recorded: RecordedEvent): DocumentKey => ({
      collection: projection.collection.name,
      id: `stream:${recorded.stream}`,
    }),
    nameOf,
    placed: (changes: readonly ReadModelChange[], position: Position): PositionedChange[] =>
      changes.map((change) => ({ ...change, collection: nameOf(change.collection), position })),
  };
};
export type EventReader = ReturnType<typeof createEventReader>;
