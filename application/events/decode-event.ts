import type { EventMetadata } from "#domain/core/message.ts";
import type { Upcasters } from "#domain/core/upcasters.ts";
import type { EventToAppend } from "#infra/ports/stores/event-store.ts";

export type DecodedEvent = { type: string; data: unknown; metadata: EventMetadata };

/**
 * Upcasts an event to the current schema.
 * @throws {Error} its type or schema is newer than this version of Sheaf
 */
export const decodeEvent = (recorded: EventToAppend, upcasters: Upcasters): DecodedEvent => {
  const metadata = recorded.metadata as unknown as EventMetadata;
  return { type: recorded.type, data: upcasters.upcast(recorded.type, metadata.schema, recorded.data), metadata };
};
