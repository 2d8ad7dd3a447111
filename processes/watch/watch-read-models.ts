import { statSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { untilBeat } from "#infra/ports/beat.ts";
import { fileOf, reportDamage, reportedDamage } from "#infra/sqlite/files/set-aside.ts";
import { watchBeside } from "./beside.ts";
import { createHeads, look, lookAgainAfter } from "./heads.ts";

const every = 1_000;

/** `read-models.db` as a process has it open for writing. */
type Opened = {
  writer: number;
  identity: string | undefined;
  heads: ReturnType<typeof createHeads>;
  beside: ReturnType<typeof watchBeside>;
};

/**
 * Looks each second whether `read-models.db` is still what its writer wrote, which numbers it (`keepGenerations`): it may be cut, or
 * overwritten in its place, or its `-wal` or `-shm` removed or replaced. That is reported as damage, so that nobody reads it any more
 * and its writer sets it aside and builds it anew. A file that was itself removed or replaced is its writer's matter. `writer` is the process
 * that has it open. Ends with the signal.
 */
export const watchReadModels = (options: {
  dataDir: string;
  say: (line: string) => void;
  writer: () => number | undefined;
  signal: AbortSignal;
  every?: number;
  steady?: () => number;
}): void => {
  const { dataDir, say, writer, signal, steady = () => performance.now() } = options;
  const file = fileOf(dataDir, "read-models");
  let opened: Opened | undefined;

  const openedBy = (pid: number): Opened => ({
    writer: pid,
    identity: look(file)?.identity,
    heads: createHeads([file], steady),
    beside: watchBeside([file], () => [writer()].filter((known) => known !== undefined)),
  });
  /** What is wrong, as it goes on from the file's name, and for how long it must be so, ms: a process that ends removes files too. */
  const wrong = ({ identity, heads, beside }: Opened): { what: string; lasting: number } | undefined => {
    const size = statSync(file, { throwIfNoEntry: false })?.size;
    if (size === 0) return { what: "it was cut", lasting: lookAgainAfter };
    if (look(file)?.identity !== identity) return undefined;
    const another = heads.another();
    if (another) return { what: `it ${another.what}`.replace(/,$/, ""), lasting: lookAgainAfter };
    const lost = beside.lost();
    return lost && { what: `${lost.file} was ${lost.what}`, lasting: every };
  };
  const lookOnce = async (): Promise<void> => {
    const pid = writer();
    if (pid === undefined || opened?.writer !== pid) opened = pid === undefined ? undefined : openedBy(pid);
    if (!opened || reportedDamage(file) !== undefined) return;
    const first = wrong(opened);
    if (!first) return;
    await sleep(first.lasting);
    const found = writer() === pid && !signal.aborted ? wrong(opened) : undefined;
    if (!found) return;
    reportDamage(file, `${found.what} while Sheaf ran`);
    say(`${file}: ${found.what} while Sheaf ran. It is set aside, and the read models are rebuilt from the events.`);
  };
  const again = async (): Promise<void> => {
    // A disk that fails is told of by who watches it; the next look sees the rest.
    if (!signal.aborted) await lookOnce().catch(() => undefined);
    if (!signal.aborted) setTimeout(() => void again(), untilBeat(options.every ?? every)).unref();
  };
  void again();
};
