import type { RecordedEvent } from "#infra/ports/stores/event-store.ts";
import { openEvents } from "#infra/stores/open-events.ts";
import { createSystemClock } from "#infra/system/clock.ts";
import { configOf, type KeptAt } from "./kept-at.ts";

/** Every event of one type that a product has, oldest first; it may be running or not. */
export const recordedEvents = async (at: KeptAt, type: string): Promise<RecordedEvent[]> => {
  const options = { config: configOf(at), clock: createSystemClock(), readModels: "none" } as const;
  const store = await openEvents(options, () => undefined);
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
