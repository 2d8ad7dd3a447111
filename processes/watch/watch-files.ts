import { statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { operatorCommand } from "#infra/ports/operator-command.ts";
import { computeMsUntilTick } from "#infra/ports/tick.ts";
import { getDatabasePath } from "#infra/sqlite/files/quarantine.ts";
import { createFileHeaders, readStamp, recheckDelay } from "./file-headers.ts";
import { watchSidecarFiles } from "./watch-sidecar-files.ts";

const checkInterval = 1_000;
/** Time for another Sheaf's processes on the folder to end, ms. A store opened earlier may miss their writes. */
const otherProcessTimeout = 10_000;

/** Time to doubt a store, ms, after a check found no damage that a process had met. */
const distrustDuration = 6 * 3_600_000;

const stampOf = (files: readonly string[]): string | undefined => {
  const seen = files.map(readStamp);
  return seen.includes(undefined) ? undefined : seen.map((one) => one?.stamp).join(" ");
};

const findFolderProblem = (dataDir: string): string | undefined => {
  const folder = join(dataDir, "files");
  const found = statSync(folder, { throwIfNoEntry: false });
  return found && !found.isDirectory()
    ? `${folder} is not a folder: no report can be written or read. Put the folder back, and waiting work continues by itself.`
    : undefined;
};

export type FilesWatch = {
  problem(): string | undefined;
  arePresent(): boolean;
  /** Reports damage that a process met. The next check ends all processes and checks the stores. */
  damaged(sentence: string): void;
};

/**
 * Checks each second that `events.db` and `state.db` are still the opened files: writes to a removed or replaced file
 * are lost. Also watches their `-wal` and `-shm`; processes that end in order save those. Processes that met damage end
 * at once, as a garbled index could misdirect their writes. When both stores exist and rest, `begin` checks them and
 * restarts the processes, or says why not. `users` are the processes that have both open.
 */
export const watchFiles = (options: {
  dataDir: string;
  /** Stores to watch; default: both. Others are in an external engine. */
  stores?: readonly ("events" | "state")[];
  say: (line: string) => void;
  onChange: () => void;
  end: (how: "in order" | "at once") => Promise<void>;
  begin: () => Promise<string | undefined>;
  users: () => readonly number[];
  signal: AbortSignal;
  every?: number;
  steady?: () => number;
}): FilesWatch => {
  const { dataDir, say, onChange, end, begin, users, signal, steady = () => performance.now() } = options;
  const { stores = ["events", "state"] } = options;
  const files = stores.map((name) => getDatabasePath(dataDir, name));
  const identities = () => files.map((file) => readStamp(file)?.identity);
  let opened = identities();
  let heads = createFileHeaders(files, steady);
  let sidecars = watchSidecarFiles(files, users);
  let haveProcessesEnded = false;
  /** Steady time, ms, until which others may have the stores open, with a log that only they see. */
  let othersUntil = 0;
  let trouble: string | undefined;
  let previousStamp: string | undefined;
  let refusedStamp: string | undefined;
  let damage: string | undefined;
  let stampAtEnd: string | undefined;
  /** Stores whose damage no check found. If a process meets some before `until`, they stay closed. */
  let doubted: { identities: string; until: number } | undefined;

  const sentence = (file: string | undefined, what: string): string =>
    `${file} ${what} while Sheaf ran. Nothing is accepted or done until it is back. Put it back, or stop Sheaf and restore backups or run '${operatorCommand("repair")}'.`;
  const findLoss = (): string | undefined => {
    const now = identities();
    const index = opened.findIndex((identity, n) => identity !== now[n]);
    if (index >= 0)
      return sentence(files[index], now[index] === undefined ? "was removed, or moved away," : "was replaced");
    const another = heads.another();
    return another && sentence(another.file, another.what);
  };
  const findSidecarLoss = (): string | undefined => {
    const found = sidecars.lost();
    return (
      found &&
      `${found.file} was ${found.what} while Sheaf ran. What was written is in the file that is still open: Sheaf ends its processes, which saves it, looks through its stores and starts again. Leave what is in the folder alone while Sheaf runs.`
    );
  };
  const isAnythingLost = (): boolean => (findLoss() ?? findSidecarLoss()) !== undefined;
  const tell = (found: string | undefined): void => {
    if (found === trouble) return;
    trouble = found;
    say(found ?? `The files of ${dataDir} are in order again.`);
    onChange();
  };
  const recover = async (): Promise<void> => {
    const stamp = stampOf(files);
    const rests = stamp !== undefined && stamp === previousStamp;
    previousStamp = stamp;
    if (!rests) return tell(findLoss() ?? trouble);
    if (steady() < othersUntil && sidecars.isThere()) return;
    if (stamp === refusedStamp) return;
    const now = identities();
    // A backup copied into the same file counts as another file.
    const metDamage = damage !== undefined && stamp === stampAtEnd;
    const isDoubted = doubted?.identities === now.join() && steady() < doubted.until;
    const why = (metDamage && isDoubted ? damage : undefined) ?? (await begin());
    if (why === undefined) {
      opened = now;
      heads = createFileHeaders(files, steady);
      sidecars = watchSidecarFiles(files, users);
      haveProcessesEnded = false;
      damage = undefined;
      doubted = metDamage ? { identities: now.join(), until: steady() + distrustDuration } : undefined;
    }
    // The check itself may have written.
    refusedStamp = previousStamp = stampOf(files);
    tell(why);
  };
  const lookOnce = async (): Promise<void> => {
    if (haveProcessesEnded) return recover();
    if (isAnythingLost()) await sleep(recheckDelay);
    const store = findLoss();
    const gone = store ?? findSidecarLoss() ?? damage;
    if (gone === undefined) return tell(stores.includes("state") ? findFolderProblem(dataDir) : undefined);
    haveProcessesEnded = true;
    othersUntil = store === undefined && gone !== damage ? steady() + otherProcessTimeout : 0;
    previousStamp = refusedStamp = undefined;
    tell(gone);
    await end(gone === damage ? "at once" : "in order");
    if (store !== undefined) damage = undefined;
    stampAtEnd = stampOf(files);
  };
  const later = (): void => {
    setTimeout(() => void again(), computeMsUntilTick(options.every ?? checkInterval)).unref();
  };
  const again = async (): Promise<void> => {
    if (signal.aborted || files.length === 0) return;
    try {
      await lookOnce();
    } catch (error) {
      tell(`${dataDir} cannot be read (${error instanceof Error ? error.message : String(error)}). Fix it.`);
    }
    if (!signal.aborted) later();
  };
  later();
  return {
    problem: () => trouble,
    damaged: (sentence) => {
      if (!haveProcessesEnded && files.length > 0) damage = sentence;
    },
    arePresent: () => {
      if (haveProcessesEnded) return false;
      try {
        return !isAnythingLost();
      } catch {
        // Other code reports failing disks; the stores may be unchanged.
        return true;
      }
    },
  };
};
