import { join } from "node:path";
import { createMemoryEventStore } from "#infra/memory/event-store.ts";
import type { EventStore } from "#infra/ports/event-store.ts";
import { createSqliteEventStore } from "#infra/sqlite/event-store.ts";
import { describeAppending } from "./event-store-appending.ts";
import { describeEmbedded } from "./event-store-embedded.ts";
import { describeReading } from "./event-store-reading.ts";
import { inFolder, inMemory } from "./support/adapters.ts";

const embedded = inFolder<EventStore>(
  "sqlite",
  (folder) => createSqliteEventStore({ file: join(folder, "events.db") }),
  (store) => store.close(),
);

for (const adapter of [inMemory<EventStore>(() => createMemoryEventStore()), embedded]) {
  describeAppending(adapter);
  describeReading(adapter);
}
describeEmbedded(embedded);
