import { afterAll } from "vitest";
import { createEventStoreDbEventStore } from "#infra/eventstoredb/event-store.ts";
import type { EventStore } from "#infra/ports/stores/event-store.ts";
import { createSystemClock } from "#infra/system/clock.ts";
import { describeAppending } from "#tests/contract/event-store-appending.ts";
import { describeReading } from "#tests/contract/event-store-reading.ts";
import { inEngine } from "#tests/contract/support/adapters.ts";
import { withOwnPrefix } from "../urls.ts";
import { createEventStoreServer } from "./server.ts";

/** The suites of the port over a stand-in that behaves like 23.10. `tests/contract/event-store.test.ts` runs them over 24.10. Places are noted at every look. */
const server = await createEventStoreServer({ manner: "23.10" });
afterAll(() => server.close());

const older = inEngine<EventStore, string>(
  "EventStoreDB 23.10",
  () => withOwnPrefix(server.url),
  (url) => createEventStoreDbEventStore({ url, clock: createSystemClock(), linked: ["shop"], progressEveryBytes: 1 }),
  (store) => store.close(),
);

describeAppending(older);
describeReading(older);
