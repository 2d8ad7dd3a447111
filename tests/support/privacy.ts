import { listAllFiles } from "#application/exports/list-all-files.ts";
import type { PrivacyEnd } from "#domain/privacy/decider.ts";
import type { RecordedEvent } from "#infra/ports/stores/event-store.ts";
import type { FileStore } from "#infra/ports/stores/file-store.ts";
import { type KeptAt, withStores } from "./kept-at.ts";
import { recordedEvents } from "./recorded-events.ts";
import { until } from "./until.ts";

/** Waits until a product has recorded so many ends of requests about personal data; returns them, oldest first. */
export const privacyEnds = async (at: KeptAt, count: number, within = 60_000): Promise<PrivacyEnd[]> => {
  let events: RecordedEvent[] = [];
  await until(
    `${count} requests about personal data are carried out`,
    async () => {
      events = await recordedEvents(at, "PrivacyRequestCarriedOut");
      return events.length >= count;
    },
    { within, every: 200 },
  );
  return events.map(({ data }) => data as unknown as PrivacyEnd);
};

const namesOf = async ({ fileStore }: { fileStore: FileStore }, exportId: string): Promise<string[]> => {
  const found: string[] = [];
  for await (const name of listAllFiles(fileStore)) if (name.startsWith(exportId)) found.push(name);
  return found;
};

/** Files that a product keeps of an export, its notes on people among them. */
export const filesOf = (at: KeptAt, exportId: string): Promise<string[]> =>
  withStores(at, (stores) => namesOf(stores, exportId));

/** Takes away what is known of the people in an export's file. */
export const forgetPeopleOf = (at: KeptAt, exportId: string): Promise<void> =>
  withStores(at, async (stores) => {
    for (const name of await namesOf(stores, exportId))
      if (name.endsWith(".people")) await stores.fileStore.delete(name);
  });
