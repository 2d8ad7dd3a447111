import { existsSync } from "node:fs";
import { join } from "node:path";
import { shopNamePrefix } from "#application/session/shop-names.ts";
import { tokenEraKey } from "#application/session/token-era.ts";
import { createFolderFileStore } from "#infra/folder/file-store.ts";
import { createMemoryReadStore } from "#infra/memory/read-store.ts";
import type { Clock } from "#infra/ports/clock.ts";
import type { Ids } from "#infra/ports/ids.ts";
import { StoreUnreadable } from "#infra/ports/store-errors.ts";
import { createSqliteEventStore } from "#infra/sqlite/events/event-store.ts";
import { CannotCheckFile, checkFile } from "#infra/sqlite/files/check-file.ts";
import { lockFolderExclusively } from "#infra/sqlite/files/folder-lock.ts";
import { getDatabasePath, quarantineFile } from "#infra/sqlite/files/quarantine.ts";
import { createSqliteWorkQueue } from "#infra/sqlite/queue/work-queue.ts";
import { readSchema } from "#infra/sqlite/read-models/read-schema.ts";
import { createSqliteReadStore } from "#infra/sqlite/read-models/read-store.ts";
import { hasEncryptedValues } from "#infra/sqlite/state/encrypted-values.ts";
import { loadMasterKey, MasterKeyUnusable } from "#infra/sqlite/state/master-key.ts";
import { openStateDatabase } from "#infra/sqlite/state/state-database.ts";
import { findEntries, removeEntry } from "#infra/sqlite/state/state-repair.ts";
import { createSqliteStateStore } from "#infra/sqlite/state/state-store.ts";
import { assertKey } from "#infra/sqlite/state/vault.ts";
import { assertReportsLinkResolves } from "../find-leftovers.ts";
import { type Causes, readCauses } from "./causes.ts";
import { compare, type Difference } from "./compare.ts";
import { describeDeadJobs } from "./dead-jobs.ts";
import {
  areSound,
  type Files,
  getReadPath,
  holdsStores,
  inspectFiles,
  removeDrafts,
  replaceFiles,
  salvageFiles,
} from "./files.ts";
import { findLosses, type Losses } from "./losses.ts";
import { createRepairRunner, type MendDeps, mendState, sessionsEndedMessage } from "./mend.ts";
import {
  describeDifferences,
  describeDuplicateInstallations,
  describeExportsWithoutJob,
  describeLosses,
} from "./messages.ts";
import { findExportsWithoutJob, recreateJobs } from "./reactions.ts";
import { recordAgain } from "./requests.ts";

export type RepairOptions = {
  dataDir: string;
  clock: Clock;
  ids: Ids;
  mend: boolean;
  endSessions?: boolean;
  /** Retries dead jobs at the next start, if the stores agree. */
  tryAgain?: boolean;
  /** 32 bytes in base64; default: the folder's `master.key`. */
  masterKey?: string | undefined;
  say: (line: string) => void;
};

/**
 * `mended`: also if nothing was to mend. `jobs-missing`: the stores agree, but exports lack jobs. `other-key`: the
 * stores agree, but not with the master key.
 */
export type Repaired = "in-order" | "mended" | "jobs-missing" | "disagrees" | "other-key";

/** Read models can be rebuilt, so an unreadable disk or newer version doesn't stop a repair. */
const isReadable = (file: string): boolean => {
  try {
    return checkFile(file, readSchema).kind === "sound";
  } catch (error) {
    if (error instanceof StoreUnreadable || error instanceof CannotCheckFile) return false;
    throw error;
  }
};

const openDeps = ({ dataDir, clock, ids }: RepairOptions, files: Files): MendDeps & { close(): Promise<void> } => {
  const state = openStateDatabase(getReadPath(dataDir, files, "state"));
  const eventStore = createSqliteEventStore({ file: getReadPath(dataDir, files, "events") });
  const readModels = getDatabasePath(dataDir, "read-models");
  const readStore = isReadable(readModels)
    ? createSqliteReadStore({ file: readModels, readOnly: true })
    : createMemoryReadStore();
  return {
    state,
    eventStore,
    readStore,
    stateStore: createSqliteStateStore(state, clock),
    queue: createSqliteWorkQueue(state, clock),
    fileStore: createFolderFileStore({ folder: join(dataDir, "files") }),
    clock,
    ids,
    close: async () => {
      await readStore.close();
      await eventStore.close();
      state.close();
    },
  };
};

/** Recreates missing jobs, only in stores that agree. */
const repairJobs = async ({ mend, say }: RepairOptions, deps: MendDeps, causes: Causes) => {
  const missing = findExportsWithoutJob(deps.state, causes);
  if (missing.length === 0) return "in-order";
  for (const line of describeExportsWithoutJob(missing, causes)) say(line);
  if (!mend) return "jobs-missing";
  await recreateJobs(deps, causes, missing);
  return "jobs-made";
};

/** Repairs replaced files even if the stores agree. */
const repairHistory = async (options: RepairOptions, deps: MendDeps, found: Files): Promise<Repaired | "jobs-made"> => {
  const { dataDir, clock, mend, say } = options;
  const whole = areSound(found);
  const causes = await readCauses(deps.eventStore);
  const compared = await compare(deps.eventStore, deps, deps.readStore, causes);
  // A salvaged file always looks half-repaired. Only an intact file's mark means something.
  const isRelevant = ({ disagreement }: Difference) => whole || disagreement !== "half-mended";
  const comparison = { ...compared, differences: compared.differences.filter(isRelevant) };
  for (const line of describeDuplicateInstallations(causes)) say(line);
  if (comparison.differences.length === 0 && whole) return repairJobs(options, deps, causes);
  for (const line of describeDifferences(comparison, causes, found)) say(line);
  const losses: Losses = await findLosses(deps, causes);
  for (const line of describeLosses(losses)) say(line);
  if (!mend) return "disagrees";
  await recordAgain(createRepairRunner(deps), losses.requests);
  for (const line of await mendState(deps, await readCauses(deps.eventStore), comparison)) say(line);
  await deps.readStore.close();
  const readModels = getDatabasePath(dataDir, "read-models");
  if (existsSync(readModels))
    say(
      `read-models.db was set aside as ${quarantineFile(readModels, "outdated", clock.wall())}; the next start rebuilds it.`,
    );
  return "mended";
};

/**
 * Says why Sheaf would reject the master key.
 * @throws the key cannot be read
 */
const findKeyProblem = ({ dataDir, masterKey }: RepairOptions, { state }: MendDeps): string | undefined => {
  if (!hasEncryptedValues(state)) return undefined;
  try {
    assertKey(state, loadMasterKey(dataDir, masterKey, getDatabasePath(dataDir, "state")));
    return undefined;
  } catch (error) {
    // An unreadable key, for example by permission, doesn't condemn a store.
    if (!(error instanceof MasterKeyUnusable)) throw error;
    // The path may be the draft's.
    const message = error.message.replaceAll(state.file, getDatabasePath(dataDir, "state"));
    return `${message} If there is none, move state.db away and run the repair again. Every shop must then log in again.`;
  }
};

/** `found`: the files before any replacement. */
const repairStores = async (options: RepairOptions, files: Files, found: Files): Promise<Repaired> => {
  const deps = openDeps(options, files);
  try {
    const historyOutcome = await repairHistory(options, deps, found);
    const outcome = historyOutcome === "jobs-made" ? "mended" : historyOutcome;
    const jobs = options.tryAgain !== true ? "listed" : outcome === "disagrees" ? "later" : "again";
    const names = new Map(
      findEntries<string>(deps.state, shopNamePrefix).map(({ key, value }) => [
        value,
        key.slice(shopNamePrefix.length),
      ]),
    );
    for (const line of await describeDeadJobs({ queue: deps.queue, names }, jobs)) options.say(line);
    // Repairing stores that disagree has ended the sessions already.
    if (options.endSessions === true && ["in-order", "jobs-missing", "jobs-made"].includes(historyOutcome)) {
      await removeEntry(deps.state, tokenEraKey);
      options.say(sessionsEndedMessage);
    }
    const trouble = findKeyProblem(options, deps);
    if (trouble === undefined) return outcome;
    options.say(trouble);
    return outcome === "disagrees" ? outcome : "other-key";
  } finally {
    await deps.close();
  }
};

/**
 * Runs `npm run repair`: reports what disagrees in a data folder and what is lost. `mend` makes the stores agree, with
 * the streams as truth, and ends every session. Without it, disagreeing stores stay unchanged; if they agree,
 * `endSessions` ends every session, and `tryAgain` revives the listed dead jobs for the next start.
 * @throws {FolderInUse} a process of Sheaf uses the folder
 * @throws {StoreUnreadable} the disk cannot read a store
 * @throws {CannotCheckFile} no such folder, a store cannot be opened, or no room for the salvage
 */
export const repair = async (options: RepairOptions): Promise<Repaired> => {
  const { dataDir, clock, mend, say } = options;
  if (!existsSync(dataDir))
    throw new CannotCheckFile(`There is no folder ${dataDir}. Set DATA_DIR to the one that Sheaf uses.`);
  if (!holdsStores(dataDir))
    throw new CannotCheckFile(
      `There is no data of Sheaf in ${dataDir}. Set DATA_DIR to the folder that Sheaf uses. Nothing was changed.`,
    );
  const lock = lockFolderExclusively(dataDir);
  try {
    assertReportsLinkResolves(dataDir);
    const files = inspectFiles(dataDir);
    try {
      for (const line of salvageFiles(dataDir, files)) say(line);
      if (mend) for (const line of await replaceFiles(dataDir, files, clock.wall())) say(line);
      return await repairStores(options, mend ? inspectFiles(dataDir) : files, files);
    } finally {
      removeDrafts(dataDir);
    }
  } finally {
    lock.release();
  }
};
