import { statSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { untilBeat } from "#infra/ports/beat.ts";
import { fileOf, reportDamage, reportedDamage } from "#infra/sqlite/files/set-aside.ts";
import { watchBeside } from "./beside.ts";
import { createHeads, look, lookAgainAfter } from "./heads.ts";

const every = 1_000;

/** `read-models.db` as its writer opened it. */
type Opened = {
  writer: number;
  identity: string | undefined;
  heads: ReturnType<typeof createHeads>;
  beside: ReturnType<typeof watchBeside>;
};

/**
 * Checks each second that `read-models.db` is still what its writer wrote, by the generation numbers that it keeps (`keepGenerations`). The file may
 * be cut or overwritten, or its `-wal` or `-shm` removed or replaced. That is reported as damage: readers stop, and the writer sets the file aside
 * and rebuilds it. The writer itself notices if the file is removed or replaced. `writer` is the process that has it open. Stops with the signal.
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
  /** The finding, phrased to follow the file's name, and the time for which it must persist, ms: an ending process removes files too. */
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
    // Other code reports a failing disk. The next check sees the rest.
    if (!signal.aborted) await lookOnce().catch(() => undefined);
    if (!signal.aborted) setTimeout(() => void again(), untilBeat(options.every ?? every)).unref();
  };
  void again();
};
