import type { EventStore } from "../ports/stores/event-store.ts";
import { createSqliteEventStore } from "../sqlite/events/event-store.ts";
import { getDatabasePath } from "../sqlite/files/quarantine.ts";
import { streamKinds } from "./open-bus.ts";
import { connectOrThrow, type RegisterClose, type StoresOptions } from "./stores-options.ts";

/**
 * The server filters by category. Every start reads all shops' events from the beginning (R-1), so links lead to them
 * (ADR 114).
 */
export const eventStoreDbStreams = { categories: streamKinds, linked: ["shop"] };

/** Opens EventStoreDB; its slow client is loaded on demand. */
const ofEventStoreDb = async (url: string, { clock, log }: StoresOptions): Promise<EventStore> => {
  const { createEventStoreDbEventStore } = await import("../eventstoredb/event-store.ts");
  return connectOrThrow(() =>
    createEventStoreDbEventStore({ url, clock, ...eventStoreDbStreams, ...(log ? { log } : {}) }),
  );
};

export const openEvents = async (options: StoresOptions, keep: RegisterClose): Promise<EventStore> => {
  const { config } = options;
  const eventStore =
    config.EVENTSTORE_URL === undefined
      ? createSqliteEventStore({ file: getDatabasePath(config.DATA_DIR, "events") })
      : await ofEventStoreDb(config.EVENTSTORE_URL, options);
  keep(eventStore.close);
  return eventStore;
};
