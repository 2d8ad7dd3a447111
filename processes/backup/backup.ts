import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "#infra/config/config.ts";
import { findEmbeddedStores } from "#infra/config/engines.ts";
import { createFolderFileStore } from "#infra/folder/file-store.ts";
import type { Clock } from "#infra/ports/clock.ts";
import { operatorCommand } from "#infra/ports/operator-command.ts";
import { openReadOnlyDatabase } from "#infra/sqlite/database.ts";
import { type FileSnapshot, openFileSnapshot } from "#infra/sqlite/files/file-snapshot.ts";
import { lockFolderShared } from "#infra/sqlite/files/folder-lock.ts";
import { isAbsent } from "#infra/sqlite/files/open-to-read.ts";
import { getDatabasePath } from "#infra/sqlite/files/quarantine.ts";
import { getKeyFilePath, loadMasterKey } from "#infra/sqlite/state/master-key.ts";
import { assertKey } from "#infra/sqlite/state/vault.ts";
import { copyFinished } from "./copy-files.ts";
import { describeBackup, describeExternalEngines } from "./messages.ts";
import { beginDraft, CannotBackUp } from "./target.ts";
import { type StoreName, verify } from "./verify.ts";

export type BackupOptions = {
  config: Pick<Config, "DATA_DIR" | "MASTER_KEY" | "EVENTSTORE_URL" | "MONGODB_URL">;
  target: string;
  withReports: boolean;
  clock: Clock;
  signal: AbortSignal;
  say: (line: string) => void;
};

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/**
 * Lists the stores to copy. State comes first: state newer than the events wouldn't fit them.
 * @throws {CannotBackUp}
 */
const storesIn = ({ DATA_DIR: dataDir, ...config }: BackupOptions["config"]): StoreName[] => {
  const { events, documents } = findEmbeddedStores(config);
  const names: StoreName[] = [...(documents ? (["state"] as const) : []), ...(events ? (["events"] as const) : [])];
  if (names.length === 0) throw new CannotBackUp(describeExternalEngines(config).join(" "));
  if (!existsSync(dataDir))
    throw new CannotBackUp(`There is no folder ${dataDir}. Set DATA_DIR to the one that Sheaf uses.`);
  const absent = names.find((name) => isAbsent(getDatabasePath(dataDir, name)));
  if (absent !== undefined)
    throw new CannotBackUp(
      `There is no ${absent}.db in ${dataDir}. Set DATA_DIR to the folder that Sheaf uses, or run '${operatorCommand("repair")}' if it was lost.`,
    );
  return names;
};

/** An upper bound. */
const bytesToCopy = (dataDir: string, names: readonly StoreName[], withReports: boolean): number => {
  const files = join(dataDir, "files");
  const stores = names.map((name) => getDatabasePath(dataDir, name)).flatMap((file) => [file, `${file}-wal`]);
  const reports = withReports && names.includes("state") && existsSync(files) ? readdirSync(files) : [];
  return [...stores, ...reports.map((name) => join(files, name))].reduce((bytes, file) => bytes + sizeOf(file), 0);
};

/** Takes all snapshots at one moment; the first is a few milliseconds older. */
const takeSnapshots = (dataDir: string, names: readonly StoreName[]): Map<StoreName, FileSnapshot> => {
  const snapshots = new Map<StoreName, FileSnapshot>();
  try {
    for (const name of names) snapshots.set(name, openFileSnapshot(getDatabasePath(dataDir, name)));
    return snapshots;
  } catch (error) {
    for (const { close } of snapshots.values()) close();
    throw error;
  }
};

/**
 * The master key in base64; undefined if state is elsewhere.
 * @throws the key is missing or wrong; with a message for the operator
 */
const keyOf = ({ DATA_DIR: dataDir, MASTER_KEY }: BackupOptions["config"], names: readonly StoreName[]) => {
  if (!names.includes("state")) return undefined;
  const file = getDatabasePath(dataDir, "state");
  const key = loadMasterKey(dataDir, MASTER_KEY, file);
  const db = openReadOnlyDatabase(file);
  try {
    assertKey(db, key);
  } finally {
    db.close();
  }
  return key.toString("base64");
};

/**
 * Runs `npm run backup`: copies stores as of one moment, and finished files, even while Sheaf runs. The copy is
 * verified before it gets its name, so a folder of that name is a complete backup, without the master key (ADR 115).
 * @throws {CannotBackUp} nothing to copy, an unusable target, or a damaged copy
 * @throws {FolderInUse} a repair or a move uses the folder
 * @throws {StoreUnwritable} the target's disk is full or not writable
 */
export const backUp = async (options: BackupOptions): Promise<void> => {
  const { config, target, withReports, clock, signal, say } = options;
  const { DATA_DIR: dataDir } = config;
  const names = storesIn(config);
  const lock = lockFolderShared(dataDir, "Run the backup");
  try {
    const masterKey = keyOf(config, names);
    const draft = beginDraft(target, dataDir, bytesToCopy(dataDir, names, withReports));
    try {
      const snapshots = takeSnapshots(dataDir, names);
      const at = clock.wall();
      try {
        for (const [name, { copyTo }] of snapshots) await copyTo(getDatabasePath(draft.folder, name), signal);
      } finally {
        for (const { close } of snapshots.values()) close();
      }
      const stores = names.map((name) => ({ name, bytes: sizeOf(getDatabasePath(draft.folder, name)) }));
      const files = names.includes("state")
        ? await copyFinished(
            createFolderFileStore({ folder: join(dataDir, "files") }),
            createFolderFileStore({ folder: join(draft.folder, "files") }),
            { withReports, signal },
          )
        : undefined;
      await verify(draft.folder, names, { masterKey, clock });
      signal.throwIfAborted();
      draft.publish();
      const key = config.MASTER_KEY === undefined ? getKeyFilePath(dataDir) : "MASTER_KEY";
      for (const line of describeBackup({ target, at, stores, files, withReports, key })) say(line);
      for (const line of describeExternalEngines(config)) say(line);
    } finally {
      draft.discard();
    }
  } finally {
    lock.release();
  }
};
