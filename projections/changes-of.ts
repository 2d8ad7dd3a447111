import type { Upcasters } from "#domain/core/upcasters.ts";
import type { SheafEvent } from "#domain/event-schemas.ts";
import type { ParkedDocument } from "#domain/read-models/administration.ts";
import { decodeEvent } from "#infra/app/decode-event.ts";
import { versioned } from "#infra/app/read-models/builds.ts";
import type { Position, RecordedEvent } from "#infra/ports/event-store.ts";
import type { PositionedChange, ReadModelChange } from "#infra/ports/read-store.ts";
import type { openParking } from "./parking.ts";
import type { DocumentKey, Projected, Projection } from "./projection.ts";

/**
 * What an event changes, in the collections of one version of the projection: nothing where it is none of the projection's business, or about a
 * document that is parked. A document that it cannot be projected to is parked.
 */
export const createChanges = ({
  projection,
  version,
  upcasters,
  parking,
  onParked,
}: {
  projection: Projection;
  version: number;
  upcasters: Upcasters;
  parking: Awaited<ReturnType<typeof openParking>>;
  onParked: (document: ParkedDocument) => void;
}): ((recorded: RecordedEvent) => PositionedChange[]) => {
  const types = new Set<string>(projection.types);

  const decode = (recorded: RecordedEvent): Projected => {
    const { type, data, metadata } = decodeEvent(recorded, upcasters) as SheafEvent & Projected;
    const { id, stream, position } = recorded;
    return { type, data, metadata, id, stream, version: recorded.version, position } as Projected;
  };

  // A rebuild makes hundreds of thousands of changes: one copy of each, and the same few texts for all.
  const names = new Map<string, string>();
  const nameOf = (collection: string): string => {
    const known = names.get(collection) ?? versioned(collection, version);
    names.set(collection, known);
    return known;
  };
  const placed = (changes: readonly ReadModelChange[], position: Position): PositionedChange[] =>
    changes.map((change) => ({ ...change, collection: nameOf(change.collection), position }));

  /** Of an event that cannot even be read, all that is known is its stream. */
  const streamKey = (recorded: RecordedEvent): DocumentKey => ({
    collection: projection.collection.name,
    id: `stream:${recorded.stream}`,
  });

  const park = (recorded: RecordedEvent, key: DocumentKey, error: unknown): PositionedChange[] => {
    const document: ParkedDocument = {
      kind: "parked",
      projection: projection.name,
      collection: key.collection,
      documentId: key.id,
      eventId: recorded.id,
      eventType: recorded.type,
      stream: recorded.stream,
      version: recorded.version,
      instant: typeof recorded.metadata.instant === "string" ? recorded.metadata.instant : null,
      reason: error instanceof Error ? error.message : String(error),
    };
    onParked(document);
    return placed(parking.park(document), recorded.position);
  };

  return (recorded) => {
    if (!types.has(recorded.type) || projection.takes?.(recorded) === false || parking.holds(streamKey(recorded)))
      return [];
    let key: DocumentKey | undefined;
    try {
      const event = decode(recorded);
      key = projection.documentOf(event);
      if (parking.holds(key)) return [];
      return placed(projection.project(event), recorded.position);
    } catch (error) {
      return park(recorded, key ?? streamKey(recorded), error);
    }
  };
};
