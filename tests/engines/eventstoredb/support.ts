import { createEventStoreDbEventStore, type eventStoreTimeouts } from "#infra/eventstoredb/event-store.ts";
import { createSystemClock } from "#infra/system/clock.ts";
import { createKeeping } from "../keeping.ts";
import { createProxy } from "../proxy.ts";
import { createEventStoreServer } from "./server.ts";

/** Short timeouts for tests, ms. They are long enough for a busy machine if a response is expected. */
export const brief: typeof eventStoreTimeouts = {
  append: 1_000,
  look: 1_000,
  read: 1_000,
  connect: 10_000,
  quiet: 500,
};

/** Closes everything that a test started after it, in reverse order. */
export const createClosing = () => {
  const { keep, closeAll } = createKeeping();
  return {
    keep,
    server: async (...options: Parameters<typeof createEventStoreServer>) =>
      keep(await createEventStoreServer(...options)),
    proxy: async (...options: Parameters<typeof createProxy>) => keep(await createProxy(...options)),
    store: async (url: string, options: Partial<Parameters<typeof createEventStoreDbEventStore>[0]> = {}) =>
      keep(await createEventStoreDbEventStore({ url, clock: createSystemClock(), ...options })),
    closeAll,
  };
};

export const urlOf = ({ port }: { port: number }): string => `esdb://127.0.0.1:${port}?tls=false`;
export const isNew = { expectedVersion: "no-stream" } as const;
