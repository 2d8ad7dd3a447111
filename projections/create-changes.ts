import type { ParkedDocument } from "#domain/read-models/administration.ts";
import type { RecordedEvent } from "#infra/ports/stores/event-store.ts";
import type { PositionedChange } from "#infra/ports/stores/read-store.ts";
import type { EventReader } from "./event-reader.ts";
import type { openParking } from "./parking.ts";
import type { DocumentKey, Projection } from "./projection.ts";

const formatReason = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Projects an event to changes in one version's collections. A failure parks the document. */
export const createChanges = ({
  projection,
  reader,
  parking,
  onParked,
}: {
  projection: Projection;
  reader: EventReader;
  parking: Awaited<ReturnType<typeof openParking>>;
  onParked: (document: ParkedDocument) => void;
}): ((recorded: RecordedEvent) => PositionedChange[]) => {
  const { isOurs, decode, streamKey, placed } = reader;

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
      reason: formatReason(error),
    };
    onParked(document);
    return placed(parking.park(document), recorded.position);
  };

  return (recorded) => {
    if (!isOurs(recorded) || parking.holds(streamKey(recorded))) return [];
    let key: DocumentKey | undefined;
    try {
      const event = decode(recorded);
      key = projection.toDocumentKey(event);
      if (parking.holds(key)) return [];
      return placed(projection.project(event), recorded.position);
    } catch (error) {
      return park(recorded, key ?? streamKey(recorded), error);
    }
  };
};
