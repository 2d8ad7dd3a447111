import { createHash } from "node:crypto";
import type { AllStreamResolvedEvent, EventData, ResolvedEvent } from "@eventstore/db-client";
import type { JsonObject } from "../ports/json.ts";
import { StreamDamaged } from "../ports/store-errors.ts";
import { isSealed, type SealedEvent, type UnsealedEvent, unsealParsed } from "../ports/stores/sealed-event.ts";
import { toPosition } from "./positions.ts";

/** Derives an ID from an event's key, so that a repeated append has the same IDs. */
const deriveUuid = (key: string): string => {
  const hex = createHash("sha256").update(key).digest("hex");
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 3) | 8).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    variant + hex.slice(17, 20),
    hex.slice(20, 32),
  ].join("-");
};

/** Maps an event for the client, which serializes `data`, but sends metadata bytes unchanged. */
export const toEventData = ({ type, data, metadata, key }: SealedEvent): EventData => ({
  id: deriveUuid(key),
  contentType: "application/json",
  type,
  data: JSON.parse(data),
  metadata: new Uint8Array(Buffer.from(metadata)),
});

/** Recognizes Sheaf's streams by name. */
export type OurStreams = {
  /** Beginning of every stream's name. */
  prefix: string;
  /** Categories that may follow the prefix; default: all. */
  categories?: readonly string[] | undefined;
};

const isOurs = (name: string, { prefix, categories }: OurStreams): boolean =>
  name.startsWith(prefix) &&
  !name.startsWith("$") &&
  (categories?.some((category) => name.startsWith(`${category}-`, prefix.length)) ?? true);

/**
 * Maps one of our events, without the prefix of its stream's name. Undefined for events of the server or other
 * programs.
 */
export const toOurEvent = (
  { event }: AllStreamResolvedEvent | ResolvedEvent,
  streams: OurStreams,
): UnsealedEvent | undefined => {
  if (!event || !isOurs(event.streamId, streams) || event.type.startsWith("$")) return undefined;
  if (!isSealed(event.metadata)) return undefined;
  const { type, metadata } = event;
  return unsealParsed(
    { type, data: event.data as JsonObject, metadata },
    {
      stream: event.streamId.slice(streams.prefix.length),
      version: Number(event.revision),
      position: toPosition(event.position),
    },
  );
};

/** @throws {StreamDamaged} our stream has a foreign event */
export const requireOurEvent = (resolved: ResolvedEvent, streams: OurStreams, server: string): UnsealedEvent => {
  const event = toOurEvent(resolved, streams);
  if (event) return event;
  const { streamId = "?", revision = "?" } = resolved.event ?? {};
  throw new StreamDamaged(
    `Event ${revision} of the stream ${streamId} in ${server} was not written by Sheaf. Only Sheaf may write to its streams: restore a backup of the server, or give Sheaf a server of its own.`,
  );
};
