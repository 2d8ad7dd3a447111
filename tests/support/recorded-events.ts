import { join } from "node:path";
import type { RecordedEvent } from "#infra/ports/event-store.ts";
import { createSqliteEventStore } from "#infra/sqlite/event-store.ts";

/** Every event of one type that a data folder holds, oldest first. Sheaf may be running on the folder or not. */
export const recordedEvents = async (dataDir: string, type: string): Promise<RecordedEvent[]> => {
  const store = createSqliteEventStore({ file: join(dataDir, "events.db") });
  try {
    const found: RecordedEvent[] = [];
    let after: string | undefined;
    for (;;) {
      const batch = await store.readAll({ limit: 1_000, ...(after === undefined ? {} : { after }) });
      found.push(...batch.filter((event) => event.type === type));
      const last = batch.at(-1);
      if (!last) return found;
      after = last.position;
    }
  } finally {
    await store.close();
  }
};
