import { join } from "node:path";
import { inject } from "vitest";
import { createEventStoreDbEventStore } from "#infra/eventstoredb/event-store.ts";
import { createMemoryEventStore } from "#infra/memory/event-store.ts";
import type { EventStore } from "#infra/ports/stores/event-store.ts";
import { createSqliteEventStore } from "#infra/sqlite/events/event-store.ts";
import { createSystemClock } from "#infra/system/clock.ts";
import { withOwnPrefix } from "#tests/engines/urls.ts";
import { describeAppending } from "./event-store-appending.ts";
import { describeEmbedded } from "./event-store-embedded.ts";
import { describeReading } from "./event-store-reading.ts";
import { engines, inEngine, inFolder, inMemory } from "./support/adapters.ts";

const embedded = inFolder<EventStore>(
  "sqlite",
  (folder) => createSqliteEventStore({ file: join(folder, "events.db") }),
  (store) => store.close(),
);

const distributed = () => {
  const { url } = inject("eventStore");
  return inEngine<EventStore, string>(
    "EventStoreDB",
    () => withOwnPrefix(url),
    (own) => createEventStoreDbEventStore({ url: own, clock: createSystemClock(), linked: ["shop"] }),
    (store) => store.close(),
  );
};

const adapters =
  engines === "distributed" ? [distributed()] : [inMemory<EventStore>(() => createMemoryEventStore()), embedded];
for (const adapter of adapters) {
  describeAppending(adapter);
  describeReading(adapter);
}
if (engines === "embedded") describeEmbedded(embedded);
