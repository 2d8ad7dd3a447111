import { constants, copyFileSync, existsSync } from "node:fs";
import { BadConfiguration, type Config } from "#infra/config/config.ts";
import type { Clock } from "#infra/ports/clock.ts";
import { lockFolderExclusively } from "#infra/sqlite/files/folder-lock.ts";
import { getKeyFilePath, loadMasterKey } from "#infra/sqlite/state/master-key.ts";
import { eventStoreDbStreams } from "#infra/stores/open-events.ts";
import { connectOrThrow } from "#infra/stores/stores-options.ts";
import { holdsStores } from "../repair/files.ts";
import type { MoveArguments } from "./arguments.ts";
import { CannotMove } from "./cannot-move.ts";
import { type Documents, documentsInFolder, type Events, eventsInFolder } from "./folder-side.ts";
import type { Side } from "./side.ts";

type Settings = Pick<Config, "DATA_DIR" | "MASTER_KEY" | "EVENTSTORE_URL" | "MONGODB_URL">;
export type SidesOptions = MoveArguments & { config: Settings; clock: Clock };

type SideStorage = { folder: string | undefined; events: string | undefined; documents: string | undefined };

const needsFolder =
  "EVENTSTORE_URL and MONGODB_URL are not both set: name with --folder the folder in which the distributed set-up keeps the rest. It is not DATA_DIR, which is the embedded one's.";

/** @throws {BadConfiguration} the distributed set-up is not described */
const storageOf = ({ config, folder }: SidesOptions): { embedded: SideStorage; distributed: SideStorage } => {
  const { DATA_DIR, EVENTSTORE_URL: events, MONGODB_URL: documents } = config;
  if (events === undefined && documents === undefined)
    throw new BadConfiguration("Set EVENTSTORE_URL and MONGODB_URL: they say where the distributed set-up is.");
  const inFolder = events === undefined || documents === undefined;
  if (inFolder !== (folder !== undefined))
    throw new BadConfiguration(inFolder ? needsFolder : "With both engines set there is no use for --folder.");
  return {
    embedded: { folder: DATA_DIR, events: undefined, documents: undefined },
    distributed: { folder, events, documents },
  };
};

const eventsOf = async (
  storage: SideStorage,
  folder: string,
  { clock }: SidesOptions,
): Promise<Events & { at: string }> => {
  const url = storage.events;
  if (url === undefined) return { ...eventsInFolder(folder), at: `the folder ${folder}` };
  const { createEventStoreDbEventStore } = await import("#infra/eventstoredb/event-store.ts");
  const { formatServerName, readEventStoreUrl } = await import("#infra/eventstoredb/url.ts");
  const eventStore = await connectOrThrow(() => createEventStoreDbEventStore({ url, clock, ...eventStoreDbStreams }));
  return { eventStore, close: eventStore.close, at: formatServerName(readEventStoreUrl(url)) };
};

const documentsOf = async (
  storage: SideStorage,
  folder: string,
  { config, clock }: SidesOptions,
): Promise<Documents & { at: string }> => {
  const url = storage.documents;
  if (url === undefined) return { ...documentsInFolder(folder, config.MASTER_KEY, clock), at: `the folder ${folder}` };
  const { documentsInMongo } = await import("./mongo-side.ts");
  return connectOrThrow(() => documentsInMongo({ url, masterKey: loadMasterKey(folder, config.MASTER_KEY), clock }));
};

/** Copies the key file. Without MASTER_KEY both folders need the same; a new key would open nothing. */
const shareKey = ({ folder: from }: SideStorage, { folder: to }: SideStorage, { config }: SidesOptions): void => {
  if (config.MASTER_KEY !== undefined || from === undefined || to === undefined) return;
  if (existsSync(getKeyFilePath(from)) && !existsSync(getKeyFilePath(to)))
    copyFileSync(getKeyFilePath(from), getKeyFilePath(to), constants.COPYFILE_EXCL);
};

type Closing = () => void | Promise<void>;

const openSide = async (
  storage: SideStorage,
  options: SidesOptions,
  keep: (close: Closing) => void,
  onFolder: () => void = () => undefined,
): Promise<Side> => {
  const { folder = "" } = storage;
  if (storage.folder !== undefined) {
    const lock = lockFolderExclusively(folder, "move");
    keep(() => lock.release());
    onFolder();
  }
  const events = await eventsOf(storage, folder, options);
  keep(events.close);
  const documents = await documentsOf(storage, folder, options);
  keep(documents.close);
  const name = events.at === documents.at ? events.at : `${events.at} and ${documents.at}`;
  return { ...events, ...documents, name, close: async () => undefined };
};

/**
 * Opens both sides and locks their folders. `next`: what to do after the move.
 * @throws {FolderInUse} Sheaf runs on a folder
 * @throws {BadConfiguration} {CannotMove} in sentences
 */
export const openSides = async (options: SidesOptions) => {
  const storages = storageOf(options);
  const source = storages[options.from];
  if (source.folder !== undefined && !(existsSync(source.folder) && holdsStores(source.folder)))
    throw new CannotMove(`There is no data of Sheaf in ${source.folder}. Nothing was changed.`);
  const opened: Closing[] = [];
  const keep = (close: Closing) => void opened.unshift(close);
  const close = async () => {
    for (const one of opened.splice(0)) await one();
  };
  try {
    const from = await openSide(source, options, keep);
    const target = storages[options.to];
    const to = await openSide(target, options, keep, () => shareKey(source, target, options));
    return { from, to, close, next: describeNextStep(options, from, to) };
  } catch (error) {
    await close();
    throw error;
  }
};

const describeNextStep = ({ to: setUp, folder, config }: SidesOptions, from: Side, to: Side): string => {
  const settings =
    setUp === "embedded"
      ? `without EVENTSTORE_URL, MONGODB_URL and KAFKA_BROKERS, and with DATA_DIR=${config.DATA_DIR}`
      : `with the settings that this command had${folder === undefined ? "" : `, and DATA_DIR=${folder}`}`;
  return `All of ${from.name} is in ${to.name}, too. Start Sheaf ${settings}, and with the same master key. Keep ${from.name} as a backup, and don't start Sheaf on it again: both would make and deliver the same reports.`;
};
