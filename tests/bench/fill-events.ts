import { readConfig } from "#infra/config/config.ts";
import { openStores } from "#infra/stores/open-stores.ts";
import { createSystemClock } from "#infra/system/clock.ts";

/** A process of its own that puts 200,000 events of other shops into the store of a running system; ends when all are there. */

const events = 200_000;
const perStream = 500;

const stores = await openStores({
  config: readConfig(process.env),
  clock: createSystemClock(),
  readModels: "none",
});
for (let stream = 0; stream < events / perStream; stream += 1) {
  const tenant = `bench-${stream}`;
  await stores.eventStore.appendToStream(
    `workspace-${tenant}`,
    Array.from({ length: perStream }, (_, n) => ({
      id: `${tenant}-${n}`,
      type: "ReportDesignCreated",
      data: {
        reportId: `${tenant}-${n}`,
        title: `Untitled${n + 1}`,
        grouping: 0,
        ordering: n,
        splitter: 0,
        sortedBy: null,
        shown: [],
        settings: {},
      },
      metadata: {
        schema: 1,
        correlation: "bench",
        causation: "bench",
        actor: { kind: "system", part: "bench" },
        tenant,
        instant: "2026-11-01T00:00:00.000Z",
      },
    })),
    { expectedVersion: "no-stream" },
  );
}
await stores.close();
