import { accessSync, constants, existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { assertShopsKnown } from "#application/session/assert-shops-known.ts";
import { readDemoState } from "#demo-store/read-demo-state.ts";
import { upcasters } from "#domain/event-schemas.ts";
import { readModelNames } from "#domain/read-models/versions.ts";
import { BadConfiguration, type Config } from "#infra/config/config.ts";
import { findEmbeddedStores } from "#infra/config/engines.ts";
import { assertFreeSpaceToStart, assertWritableFolder } from "#infra/folder/disk.ts";
import { historyKey } from "#infra/history/marks.ts";
import { operatorCommand } from "#infra/ports/operator-command.ts";
import { StoreDamaged } from "#infra/ports/store-errors.ts";
import { HistoryDiffers } from "#infra/ports/stores/history.ts";
import type { StateStore } from "#infra/ports/stores/state-store.ts";
import { createDamagedError } from "#infra/sqlite/damage.ts";
import { createSqliteEventStore } from "#infra/sqlite/events/event-store.ts";
import type { FileState } from "#infra/sqlite/files/check-file.ts";
import { lockFolderShared } from "#infra/sqlite/files/folder-lock.ts";
import { assertNotOfNewerSqlite } from "#infra/sqlite/files/newer-sqlite.ts";
import { isAbsent } from "#infra/sqlite/files/open-to-read.ts";
import { getDatabasePath } from "#infra/sqlite/files/quarantine.ts";
import { checkEventsFile, checkStateFile } from "#infra/sqlite/files/salvage.ts";
import { StoreMisplaced } from "#infra/sqlite/files/store-identity.ts";
import { removeTemporaryFiles } from "#infra/sqlite/files/temporary-file.ts";
import { readLayout } from "#infra/sqlite/read-models/read-connection.ts";
import { openStateDatabase } from "#infra/sqlite/state/state-database.ts";
import { openStores } from "#infra/stores/open-stores.ts";
import { createSystemClock } from "#infra/system/clock.ts";
import { explainError } from "./explain-error.ts";
import { assertReportsLinkResolves, findLeftovers } from "./find-leftovers.ts";

const storesIn = (config: Config): ("events" | "state" | "read-models")[] => {
  const { events, documents } = findEmbeddedStores(config);
  return [...(events ? (["events"] as const) : []), ...(documents ? (["state", "read-models"] as const) : [])];
};
const writtenPathsIn = (config: Config): string[] => [
  ...storesIn(config).map((name) => `${name}.db`),
  ...(findEmbeddedStores(config).documents ? ["files", "files/parts"] : []),
];

/**
 * Checks that paths are files: opening a pipe would block forever.
 * @throws {StoreMisplaced} a path is a pipe, a socket or a device, or `files` is a dangling link
 */
const assertFiles = (config: Config): void => {
  const others = ["master.key", "in-use.lock", "demo-store.lock", "demo.json", "demo-store.json"];
  for (const name of [...storesIn(config).map((store) => `${store}.db`), ...others]) {
    const file = join(config.DATA_DIR, name);
    const found = statSync(file, { throwIfNoEntry: false });
    if (found && !found.isFile() && !found.isDirectory())
      throw new StoreMisplaced(`${file} is a pipe, a socket or a device, not a file. Move it away, then start again.`);
  }
  if (findEmbeddedStores(config).documents) assertReportsLinkResolves(config.DATA_DIR);
};

/**
 * Refuses stores of a newer SQLite. Newer read models are set aside by their writer instead.
 * @throws {CannotCheckFile}
 */
const assertNoneNewer = (config: Config): void => {
  for (const name of storesIn(config).filter((store) => store !== "read-models"))
    assertNotOfNewerSqlite(getDatabasePath(config.DATA_DIR, name));
};

const knowsHistory = async (file: string): Promise<boolean> => {
  const db = openStateDatabase(file);
  try {
    return db.prepare("SELECT 1 FROM state WHERE key = ?").get(historyKey) !== undefined;
  } finally {
    db.close();
  }
};

const hasEvents = async (file: string): Promise<boolean> => {
  const store = createSqliteEventStore({ file });
  try {
    return (await store.headPosition()) !== undefined;
  } finally {
    await store.close();
  }
};

const hasRecordOfEvents = { events: hasEvents, state: knowsHistory };

/** Called if both stores are missing. Throws if something derived from them is left. */
const assertNothingLeft = async (dataDir: string): Promise<void> => {
  const left = await findLeftovers(dataDir);
  if (left === undefined) return;
  throw new HistoryDiffers(
    `${getDatabasePath(dataDir, "events")} and ${getDatabasePath(dataDir, "state")} are missing, and ${left} tells of what was in them. Restore both from a backup, or run '${operatorCommand("repair")}'.`,
  );
};

/** Runs before anything is created: new stores would hide the loss from the next start and a repair. */
const assertNoneLost = async (dataDir: string): Promise<void> => {
  const absent = {
    events: isAbsent(getDatabasePath(dataDir, "events")),
    state: isAbsent(getDatabasePath(dataDir, "state")),
  };
  if (absent.events && absent.state) await assertNothingLeft(dataDir);
  if (absent.events === absent.state) return;
  const [lost, other] = absent.events ? (["events", "state"] as const) : (["state", "events"] as const);
  const [file, otherFile] = [getDatabasePath(dataDir, lost), getDatabasePath(dataDir, other)];
  if (!(await hasRecordOfEvents[other](otherFile))) return;
  throw new HistoryDiffers(
    `${file} is ${existsSync(file) ? "empty" : "missing"} beside ${otherFile}. Restore it from a backup, or run '${operatorCommand("repair")}'.`,
  );
};

/** Checks like a repair, before anything is written. */
const assertSound = (config: Config): void => {
  const { DATA_DIR: dataDir } = config;
  const [events, state] = [getDatabasePath(dataDir, "events"), getDatabasePath(dataDir, "state")];
  const embeddedStores = findEmbeddedStores(config);
  // The writer of read models rebuilds damaged ones. But another store in their place may be its last copy.
  if (embeddedStores.documents) readLayout(getDatabasePath(dataDir, "read-models"));
  const checks = [
    {
      file: events,
      isKept: embeddedStores.events,
      look: () => checkEventsFile(events, upcasters.canRead, { quickly: true }),
    },
    { file: state, isKept: embeddedStores.documents, look: () => checkStateFile(state, { quickly: true }) },
  ].filter(({ file, isKept }) => isKept && !isAbsent(file));
  if (checks.length === 0) return;
  const lock = lockFolderShared(dataDir);
  try {
    for (const { file, look } of checks) {
      const found: FileState = look();
      if (found.kind === "damaged") throw createDamagedError(file, found.reason);
    }
  } finally {
    lock.release();
  }
};

const environmentKey = "last-environment";

/**
 * Protects other environments' data: the demo opens shops without a login, and settings may get lost.
 * @throws {BadConfiguration}
 */
const assertNotDemoByMistake = async (config: Config, stateStore: StateStore): Promise<void> => {
  if (config.isEnvironmentSet) return;
  const last = (await stateStore.get<Config["ENVIRONMENT"]>(environmentKey))?.value;
  if (last === undefined || last === "local") return;
  throw new BadConfiguration(
    `ENVIRONMENT: must be set. The data in ${config.DATA_DIR} was last used with ENVIRONMENT=${last}, and without it Sheaf starts as the demo, which opens shops without a login. Set ENVIRONMENT and its other settings, or use another DATA_DIR, and start again.`,
  );
};

/** This message says nothing of damage, as none was seen. */
const unexpectedErrorMessage = (error: unknown, dataDir: string): string =>
  `Sheaf could not check the stores in ${dataDir}, for a reason that it doesn't know. Nothing says that they are damaged, and nothing was changed. Start Sheaf again. If that fails too, report this:\n${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;

/**
 * Opens, writes and closes the stores once, so that a wrong key, a newer version or a full disk stops the start with
 * one sentence: the result.
 */
export const findStoreProblem = async (config: Config): Promise<string | undefined> => {
  try {
    const { events, documents } = findEmbeddedStores(config);
    assertFiles(config);
    assertNoneNewer(config);
    for (const name of storesIn(config)) removeTemporaryFiles(getDatabasePath(config.DATA_DIR, name));
    // If one store is elsewhere, opening both finds a mismatch (`createHistoryKeeper`).
    if (events && documents) await assertNoneLost(config.DATA_DIR);
    if (events && isAbsent(getDatabasePath(config.DATA_DIR, "events"))) await assertFreeSpaceToStart(config.DATA_DIR);
    await assertWritableFolder(config.DATA_DIR);
    assertSound(config);
    if (config.demoStore) readDemoState(config, createSystemClock({ fixedNow: config.CLOCK_NOW }).now());
    const stores = await openStores({
      config,
      clock: createSystemClock({ fixedNow: config.CLOCK_NOW }),
      readModels: "read",
    });
    try {
      if (documents) await assertNotDemoByMistake(config, stores.stateStore);
      await stores.check(readModelNames).catch((error: unknown) => {
        // The projection process sets damaged read models aside.
        if (!(error instanceof StoreDamaged && error.mendsItself)) throw error;
      });
      await assertShopsKnown(stores);
      for (const path of writtenPathsIn(config).map((name) => join(config.DATA_DIR, name)))
        if (existsSync(path)) accessSync(path, constants.W_OK);
      await stores.stateStore.put("last-start", new Date().toISOString());
      if (documents) await stores.stateStore.put(environmentKey, config.ENVIRONMENT);
    } finally {
      await stores.close();
    }
    return undefined;
  } catch (error) {
    return explainError(error, config.DATA_DIR) ?? unexpectedErrorMessage(error, config.DATA_DIR);
  }
};
