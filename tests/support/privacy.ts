import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { PrivacyEnd } from "#domain/privacy/decider.ts";
import type { RecordedEvent } from "#infra/ports/event-store.ts";
import { recordedEvents } from "./recorded-events.ts";
import { until } from "./until.ts";

/** Waits until a data folder holds so many ends of requests about personal data; answers them, oldest first. */
export const privacyEnds = async (dataDir: string, count: number, within = 60_000): Promise<PrivacyEnd[]> => {
  let events: RecordedEvent[] = [];
  await until(
    `${count} requests about personal data are carried out`,
    async () => {
      events = await recordedEvents(dataDir, "PrivacyRequestCarriedOut");
      return events.length >= count;
    },
    { within, every: 200 },
  );
  return events.map(({ data }) => data as unknown as PrivacyEnd);
};

/** Files of an export in a data folder, its notes on people among them. */
export const filesOf = async (dataDir: string, exportId: string): Promise<string[]> =>
  (await readdir(join(dataDir, "files"))).filter((name) => name.startsWith(exportId)).sort();

/** Takes away what is known of the people in an export's file. */
export const forgetPeopleOf = async (dataDir: string, exportId: string): Promise<void> => {
  for (const name of await filesOf(dataDir, exportId))
    if (name.endsWith(".people")) await rm(join(dataDir, "files", name));
};
