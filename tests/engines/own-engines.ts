import { inject } from "vitest";
import { holding, whereIs } from "#tests/support/every-byte.ts";
import { openOwnEvents } from "./eventstoredb/own-events.ts";
import { brokersAt, everyMessage, newPrefix, theKafka } from "./kafka/support.ts";
import { openDatabase } from "./mongodb/every-document.ts";
import { ownMongoUrl } from "./mongodb/support.ts";

/** The engines of one product beside its data folder; in the embedded tiers there are none. */
export type TierEngines = {
  /** By them a product is started over these engines, and a test opens what it keeps there. */
  settings: Readonly<Record<string, string>>;
  /** Finds where one of these words occurs, byte by byte: in the data folder, in the output and in the engines. */
  whereIs(dataDir: string, printed: string, words: readonly string[]): Promise<string[]>;
  /** Plain-text titles in collections whose names begin so. The search covers each. */
  hasTitles: readonly RegExp[];
  /** Takes all read models away; nothing may run. */
  dropReadModels(dataDir: string): Promise<void>;
  close(): Promise<void>;
};

/** Streams, a database and topics of the run's engines that no other product has. */
export const openOwnEngines = async (): Promise<TierEngines> => {
  const events = await openOwnEvents(inject("eventStore"));
  const url = ownMongoUrl();
  const prefix = newPrefix();
  const database = await openDatabase(url);

  const whereInEngines = async (words: readonly string[]): Promise<string[]> => {
    const holds = holding(words);
    const found = new Set<string>();
    const look = (name: string, ...parts: (Uint8Array | string | null | undefined)[]): void => {
      if (parts.some((part) => part && holds(Buffer.from(part)))) found.add(name);
    };
    for (const { stream, type, data, metadata } of await events.everyEvent())
      look(`eventstoredb/${stream}`, stream, type, data, metadata);
    for await (const { name, bytes } of database.everyDocument()) look(`mongodb/${name}`, bytes);
    for (const { topic, message } of await everyMessage(prefix)) {
      const headers = Object.values(message.headers ?? {}).map(String);
      look(`kafka/${topic.slice(prefix.length)}`, message.key, message.value, ...headers);
    }
    return [...found];
  };

  return {
    settings: {
      EVENTSTORE_URL: events.url,
      MONGODB_URL: url,
      KAFKA_BROKERS: brokersAt(theKafka().direct, prefix),
      MASTER_KEY: Buffer.alloc(32, 7).toString("base64"),
    },
    whereIs: async (dataDir, printed, words) =>
      [...(await whereIs(dataDir, printed, words)), ...(await whereInEngines(words))].sort(),
    hasTitles: [
      /^eventstoredb\/workspace-/,
      /^kafka\/events\.workspace$/,
      /^mongodb\/read-model\./,
      /^mongodb\/state$/,
    ],
    // Drops the read models, as the product advises if they can't be used.
    dropReadModels: () => database.drop((collection) => collection.startsWith("read-")),
    async close() {
      await database.remove();
      await events.close();
    },
  };
};
