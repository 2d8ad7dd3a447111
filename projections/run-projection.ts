import { setImmediate as breathe } from "node:timers/promises";
import type { Upcasters } from "#domain/core/upcasters.ts";
import type { SheafEvent } from "#domain/event-schemas.ts";
import type { ParkedDocument } from "#domain/read-models/administration.ts";
import { decodeEvent } from "#infra/app/decode-event.ts";
import { failpoint } from "#infra/app/failpoint.ts";
import type { EventStore, Position, RecordedEvent } from "#infra/ports/event-store.ts";
import type { PositionedChange, ReadStore } from "#infra/ports/read-store.ts";
import { openParking } from "./parking.ts";
import { prepare } from "./prepare.ts";
import type { DocumentKey, Projected, Projection } from "./projection.ts";

export type ProjectionProgress = { position: Position | undefined; events: number; parked: number };

export type RunProjectionOptions = {
  projection: Projection;
  eventStore: EventStore;
  readStore: ReadStore;
  upcasters: Upcasters;
  signal: AbortSignal;
  /** Called once for every document that is parked. */
  onParked: (document: ParkedDocument) => void;
  /** Called when the runner is ready and after every batch. */
  onProgress?: (progress: ProjectionProgress) => void;
  /** Events per batch; default 500. */
  batchSize?: number;
};

/**
 * Turns events into documents until the signal aborts: rows first, then the checkpoint, so that a batch that comes again changes
 * nothing (design section 2). Events of other types move the checkpoint too.
 * @throws {ForeignReadModels} see {@link prepare}
 */
export const runProjection = async (options: RunProjectionOptions): Promise<void> => {
  const { projection, eventStore, readStore, upcasters, signal, onParked, onProgress } = options;
  const types = new Set<string>(projection.types);
  let reached = await prepare(projection, { eventStore, readStore });
  const parking = await openParking(projection, readStore);
  let handled = 0;
  const report = () => onProgress?.({ position: reached, events: handled, parked: parking.count() });

  const decode = (recorded: RecordedEvent): Projected => {
    const { id, stream, version, position } = recorded;
    return { ...(decodeEvent(recorded, upcasters) as SheafEvent & Projected), id, stream, version, position };
  };

  /** Of an event that cannot even be read, all that is known is its stream. */
  const streamKey = (recorded: RecordedEvent): DocumentKey => ({
    collection: projection.collections[0]?.name ?? projection.name,
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

  const changesOf = (recorded: RecordedEvent): PositionedChange[] => {
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

  report();
  await eventStore.follow(
    { ...(reached === undefined ? {} : { after: reached }), batchSize: options.batchSize ?? 500 },
    async (batch) => {
      const seen = reached;
      const fresh = seen === undefined ? batch : batch.filter((event) => event.position > seen);
      const last = fresh.at(-1);
      if (!last) return;
      const changes = fresh.flatMap(changesOf);
      if (changes.length > 0) {
        failpoint(`projection:${projection.name}:before-rows`);
        await readStore.apply(changes);
        failpoint(`projection:${projection.name}:after-rows-before-checkpoint`);
      }
      await readStore.writeCheckpoint(projection.name, { storeId: eventStore.storeId, position: last.position });
      reached = last.position;
      handled += fresh.length;
      report();
      await breathe();
    },
    signal,
  );
};
