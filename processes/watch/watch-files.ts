import { statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { untilBeat } from "#infra/ports/beat.ts";
import { operatorCommand } from "#infra/ports/operator-command.ts";
import { fileOf } from "#infra/sqlite/files/set-aside.ts";
import { watchBeside } from "./beside.ts";
import { createHeads, look, lookAgainAfter } from "./heads.ts";

const every = 1_000;
/** Another Sheaf on the folder ends its processes too, within this: what is opened before may not see what those wrote. */
const othersEndWithin = 10_000;

/** For so long after a look found no damage where a process had met some, one more look is not believed; ms. */
const doubtedFor = 6 * 3_600_000;

/** The stores as they are now, undefined while one of them is not there. */
const stampOf = (files: readonly string[]): string | undefined => {
  const seen = files.map(look);
  return seen.includes(undefined) ? undefined : seen.map((one) => one?.stamp).join(" ");
};

const troubleWithFolder = (dataDir: string): string | undefined => {
  const folder = join(dataDir, "files");
  const found = statSync(folder, { throwIfNoEntry: false });
  return found && !found.isDirectory()
    ? `${folder} is not a folder: no report can be written or read. Put the folder back, and what waits continues by itself.`
    : undefined;
};

export type FilesWatch = {
  trouble(): string | undefined;
  /** True while the stores that were opened are still those at their paths. */
  areThere(): boolean;
  /** A process met a damaged store, and said so in a sentence: at the next look all are ended, and the stores looked through. */
  damaged(sentence: string): void;
};

/**
 * Looks each second whether `events.db` and `state.db` are still the files that were opened: what is written into one that was removed or
 * replaced is lost, and so is what was in one that was cut, or overwritten in its place. The same of their `-wal` and `-shm`; what is in
 * those is saved by whoever has them open, if they end in order. The same of a store that a process met damage in: there they end at once, as
 * one that goes by a garbled index would write by it. Then `end` ends the processes; when both stores are there and rest, `begin`
 * looks through them, starts the processes again and answers undefined, or says why not. `users` are the processes that have both open.
 * Ends with the signal.
 */
export const watchFiles = (options: {
  dataDir: string;
  /** Those that are in the folder, as another one may be in an engine that others keep; default: both. Without any, nothing is looked at. */
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
  const files = stores.map((name) => fileOf(dataDir, name));
  const identities = () => files.map((file) => look(file)?.identity);
  let opened = identities();
  let heads = createHeads(files, steady);
  let beside = watchBeside(files, users);
  let ended = false;
  /** Until then others may have the stores open, with a log that nobody else sees any more; steady ms. */
  let othersUntil = 0;
  let trouble: string | undefined;
  let before: string | undefined;
  let refused: string | undefined;
  /** What a process said of a damaged store. */
  let damage: string | undefined;
  /** The stores as they were left by the processes that ended. */
  let leftAs: string | undefined;
  /** The stores in which damage was met and a look then found none: when it is met again before `until` they are not begun with again. */
  let doubted: { identities: string; until: number } | undefined;

  const sentence = (file: string | undefined, what: string): string =>
    `${file} ${what} while Sheaf ran. Nothing is accepted or done until it is back. Put it back, or stop Sheaf and restore backups or run '${operatorCommand("repair")}'.`;
  const lost = (): string | undefined => {
    const now = identities();
    const index = opened.findIndex((identity, n) => identity !== now[n]);
    if (index >= 0)
      return sentence(files[index], now[index] === undefined ? "was removed, or moved away," : "was replaced");
    const another = heads.another();
    return another && sentence(another.file, another.what);
  };
  const lostBeside = (): string | undefined => {
    const found = beside.lost();
    return (
      found &&
      `${found.file} was ${found.what} while Sheaf ran. What was written is in the file that is still open: Sheaf ends its processes, which saves it, looks through its stores and starts again. Leave what is in the folder alone while Sheaf runs.`
    );
  };
  const isAnythingLost = (): boolean => (lost() ?? lostBeside()) !== undefined;
  const tell = (found: string | undefined): void => {
    if (found === trouble) return;
    trouble = found;
    say(found ?? `The files of ${dataDir} are in order again.`);
    onChange();
  };
  const goOn = async (): Promise<void> => {
    const stamp = stampOf(files);
    const rests = stamp !== undefined && stamp === before;
    before = stamp;
    if (!rests) return tell(lost() ?? trouble);
    if (steady() < othersUntil && beside.isThere()) return;
    if (stamp === refused) return;
    const now = identities();
    // A backup may have been copied into the same file: that is another one, and is looked through.
    const metDamage = damage !== undefined && stamp === leftAs;
    const isDoubted = doubted?.identities === now.join() && steady() < doubted.until;
    const why = (metDamage && isDoubted ? damage : undefined) ?? (await begin());
    if (why === undefined) {
      opened = now;
      heads = createHeads(files, steady);
      beside = watchBeside(files, users);
      ended = false;
      damage = undefined;
      doubted = metDamage ? { identities: now.join(), until: steady() + doubtedFor } : undefined;
    }
    // The look itself may have written.
    refused = before = stampOf(files);
    tell(why);
  };
  const lookOnce = async (): Promise<void> => {
    if (ended) return goOn();
    if (isAnythingLost()) await sleep(lookAgainAfter);
    const store = lost();
    const gone = store ?? lostBeside() ?? damage;
    if (gone === undefined) return tell(stores.includes("state") ? troubleWithFolder(dataDir) : undefined);
    ended = true;
    othersUntil = store === undefined && gone !== damage ? steady() + othersEndWithin : 0;
    before = refused = undefined;
    tell(gone);
    await end(gone === damage ? "at once" : "in order");
    // What a process met in a store that is another one now says nothing of that.
    if (store !== undefined) damage = undefined;
    leftAs = stampOf(files);
  };
  const later = (): void => {
    setTimeout(() => void again(), untilBeat(options.every ?? every)).unref();
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
    trouble: () => trouble,
    damaged: (sentence) => {
      if (!ended && files.length > 0) damage = sentence;
    },
    areThere: () => {
      if (ended) return false;
      try {
        return !isAnythingLost();
      } catch {
        // A disk that fails is told of by whoever works on it; the stores are not known to be others.
        return true;
      }
    },
  };
};
