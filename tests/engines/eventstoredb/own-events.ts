import { type AllStreamResolvedEvent, type ResolvedEvent, StreamNotFoundError } from "@eventstore/db-client";
import { FencedClient } from "#infra/eventstoredb/client.ts";
import { collect } from "#infra/eventstoredb/server.ts";
import { storeIdStream } from "#infra/eventstoredb/store-id.ts";
import { readEventStoreUrl } from "#infra/eventstoredb/url.ts";
import { withOwnPrefix } from "../urls.ts";
import { createEventStoreServer } from "./server.ts";
import type { EventStorePlace } from "./start.ts";

/** An event as a client reads it. `data`, `metadata`: JSON. */
export type StandingEvent = { stream: string; type: string; data: string; metadata: string };

/** The events of one Sheaf. `url`: EVENTSTORE_URL. */
export type OwnEvents = { url: string; everyEvent(): Promise<StandingEvent[]>; close(): Promise<void> };

const patience = 60_000;

/** Reads every event of one Sheaf with the vendor's client alone, from the event that holds the store's id on. */
const readEvery = async (url: string): Promise<StandingEvent[]> => {
  const connection = readEventStoreUrl(url);
  const { prefix } = connection;
  const client = new FencedClient(connection);
  try {
    const [first] = await collect<ResolvedEvent>(client.readStream(prefix + storeIdStream), patience);
    if (!first?.event?.position) return [];
    const events = await collect<AllStreamResolvedEvent>(
      client.readAll({ fromPosition: first.event.position }),
      patience,
    );
    return events.flatMap(({ event }) => {
      if (!event?.streamId.startsWith(prefix)) return [];
      const [data, metadata] = [JSON.stringify(event.data), JSON.stringify(event.metadata ?? {})];
      return [{ stream: event.streamId.slice(prefix.length), type: event.type, data, metadata }];
    });
  } catch (error) {
    if (error instanceof StreamNotFoundError) return [];
    throw error;
  } finally {
    await client.close();
  }
};

/** Opens a place for the events of one Sheaf: streams with their own prefix on a real server, or a new stand-in without a prefix. */
export const openOwnEvents = async ({ url, isReal }: EventStorePlace): Promise<OwnEvents> => {
  if (isReal) {
    const own = withOwnPrefix(url);
    return { url: own, everyEvent: () => readEvery(own), close: async () => undefined };
  }
  const server = await createEventStoreServer();
  return { url: server.url, everyEvent: () => readEvery(server.url), close: server.close };
};
