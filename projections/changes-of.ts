import type { Upcasters } from "#domain/core/upcasters.ts";
import type { SheafEvent } from "#domain/event-schemas.ts";
import type { ParkedDocument } from "#domain/read-models/administration.ts";
import { decodeEvent } from "#infra/app/decode-event.ts";
import type { RecordedEvent } from "#infra/ports/event-store.ts";
import type { PositionedChange } from "#infra/ports/read-store.ts";
import type { openParking } from "./parking.ts";
import type { DocumentKey, Projected, Projection } from "./projection.ts";

/**
 * What an event changes: nothing where it is none of the projection's business, or about a document that is parked. A document that
 * it cannot be projected to is parked.
 */
export const createChanges = ({
  projection,
  upcasters,
  parking,
  onParked,
}: {
  projection: Projection;
  upcasters: Upcasters;
  parking: Awaited<ReturnType<typeof openParking>>;
  onParked: (document: ParkedDocument) => void;
}): ((recorded: RecordedEvent) => PositionedChange[]) => {
  const types = new Set<string>(projection.types);

  const decode = (recorded: RecordedEvent): Projected => {
    const { id, stream, version, position } = recorded;
    return { ...(decodeEvent(recorded, upcasters) as SheafEvent & Projected), id, stream, version, position };
  };

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
    return parking.park(document, recorded.position);
  };

  return (recorded) => {
    if (!types.has(recorded.type) || parking.holds(streamKey(recorded))) return [];
    let key = streamKey(recorded);
    try {
      const event = decode(recorded);
      key = projection.documentOf(event);
      if (parking.holds(key)) return [];
      return projection.project(event).map((change) => ({ ...change, position: recorded.position }));
    } catch (error) {
      return park(recorded, key, error);
    }
  };
};
