import { statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type FileHead, higher, isBehind, lower, readHead } from "../sqlite/file-head.ts";
import { fileOf } from "../sqlite/set-aside.ts";

const every = 1_000;
/** A head that is just being written may be read half old and half new: what it tells is believed when it is so twice, ms apart. */
const lookAgainAfter = 50;

type Seen = { identity: string; stamp: string };

/** What stands at a path; undefined when nothing does, or nothing but a name. @throws what the system says of a disk that fails */
const look = (file: string): Seen | undefined => {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  if (!found?.isFile() || found.size === 0n) return undefined;
  const identity = `${found.dev}:${found.ino}`;
  return { identity, stamp: `${identity}:${found.size}:${found.mtimeNs}` };
};

const filesOf = (dataDir: string): string[] => [fileOf(dataDir, "events"), fileOf(dataDir, "state")];

/** Both stores as they are now, undefined while one of them is not there. */
const stampOf = (dataDir: string): string | undefined => {
  const seen = filesOf(dataDir).map(look);
  return seen.includes(undefined) ? undefined : seen.map((one) => one?.stamp).join(" ");
};

/** What has been seen of the heads of files since they were opened. */
const createHeads = (files: readonly string[]) => {
  const read = (): (FileHead | undefined)[] => files.map((file) => (look(file) ? readHead(file) : undefined));
  let last = read();
  let highest = last;
  return {
    /** Names the file that is behind what it was. */
    behind: (): string | undefined => {
      const now = read();
      const found = files.find((_file, n) => {
        const [head, before] = [now[n], highest[n]];
        return head && before && isBehind(head, before);
      });
      if (found !== undefined) return found;
      highest = now.map((head, n) => {
        const [before, known] = [last[n], highest[n]];
        return head && before && known ? higher(known, lower(head, before)) : head;
      });
      last = now;
      return undefined;
    },
  };
};

const troubleWithFolder = (dataDir: string): string | undefined => {
  const folder = join(dataDir, "files");
  const found = statSync(folder, { throwIfNoEntry: false });
  return found && !found.isDirectory()
    ? `${folder} is not a folder: no report can be written or read. Put the folder back; what waits goes on by itself.`
    : undefined;
};

export type FilesWatch = {
  trouble(): string | undefined;
  /** True while the stores that were opened are still those at their paths. */
  areThere(): boolean;
};

/**
 * Looks each second whether `events.db` and `state.db` are still the files that were opened: what is written into one that was
 * removed or replaced is lost, and so is what was in one that was cut, or overwritten with an older copy. Then `end` ends the processes; when both files are there and rest, `begin` looks through them, starts the
 * processes again and answers undefined, or says why not. Ends with the signal.
 */
export const watchFiles = (options: {
  dataDir: string;
  say: (line: string) => void;
  onChange: () => void;
  end: () => Promise<void>;
  begin: () => Promise<string | undefined>;
  signal: AbortSignal;
  every?: number;
}): FilesWatch => {
  const { dataDir, say, onChange, end, begin, signal } = options;
  const files = filesOf(dataDir);
  const identities = () => files.map((file) => look(file)?.identity);
  let opened = identities();
  let heads = createHeads(files);
  let ended = false;
  let trouble: string | undefined;
  let before: string | undefined;
  let refused: string | undefined;

  const sentence = (file: string | undefined, what: string): string =>
    `${file} ${what} while Sheaf ran. Nothing is taken or done until it is back. Put it back; or stop Sheaf, and put backups back or run 'npm run repair'.`;
  const lost = (): string | undefined => {
    const now = identities();
    const index = opened.findIndex((identity, n) => identity !== now[n]);
    if (index >= 0)
      return sentence(files[index], now[index] === undefined ? "was removed, or moved away," : "was replaced");
    const behind = heads.behind();
    return behind && sentence(behind, "was cut, or overwritten with an older copy,");
  };
  const tell = (found: string | undefined): void => {
    if (found === trouble) return;
    trouble = found;
    say(found ?? `The files of ${dataDir} are in order again.`);
    onChange();
  };
  const goOn = async (): Promise<void> => {
    const stamp = stampOf(dataDir);
    const rests = stamp !== undefined && stamp === before;
    before = stamp;
    if (!rests) return tell(lost() ?? trouble);
    if (stamp === refused) return;
    const now = identities();
    const why = await begin();
    if (why === undefined) {
      opened = now;
      heads = createHeads(files);
      ended = false;
    }
    // The look itself may have written.
    refused = before = stampOf(dataDir);
    tell(why);
  };
  const lookOnce = async (): Promise<void> => {
    if (ended) return goOn();
    let gone = lost();
    if (gone !== undefined) {
      await sleep(lookAgainAfter);
      gone = lost();
    }
    if (gone === undefined) return tell(troubleWithFolder(dataDir));
    ended = true;
    before = refused = undefined;
    tell(gone);
    await end();
  };
  const later = (): void => {
    setTimeout(() => void again(), options.every ?? every).unref();
  };
  const again = async (): Promise<void> => {
    if (signal.aborted) return;
    try {
      await lookOnce();
    } catch (error) {
      tell(`${dataDir} cannot be looked at (${error instanceof Error ? error.message : String(error)}). Put it right.`);
    }
    if (!signal.aborted) later();
  };
  later();
  return {
    trouble: () => trouble,
    areThere: () => {
      if (ended) return false;
      try {
        return lost() === undefined;
      } catch {
        // A disk that fails is told of by whoever works on it; the stores are not known to be others.
        return true;
      }
    },
  };
};
