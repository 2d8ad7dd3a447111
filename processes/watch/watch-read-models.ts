import { statSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { computeMsUntilTick } from "#infra/ports/tick.ts";
import { getDatabasePath, readDamageReport, reportDamage } from "#infra/sqlite/files/quarantine.ts";
import { createFileHeaders, readStamp, recheckDelay } from "./file-headers.ts";
import { watchSidecarFiles } from "./watch-sidecar-files.ts";

const checkInterval = 1_000;

type Opened = {
  writer: number;
  identity: string | undefined;
  headers: ReturnType<typeof createFileHeaders>;
  sidecars: ReturnType<typeof watchSidecarFiles>;
};

/**
 * Checks each second that `read-models.db` is still what its writer wrote, by its generation numbers
 * (`numberGenerations`). A cut or overwritten file, or a removed or replaced `-wal` or `-shm`, counts as damage:
 * readers stop, and the writer rebuilds the file. The writer itself notices a removed or replaced file. Stops with the
 * signal.
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
  const file = getDatabasePath(dataDir, "read-models");
  let opened: Opened | undefined;

  const openedBy = (pid: number): Opened => ({
    writer: pid,
    identity: readStamp(file)?.identity,
    headers: createFileHeaders([file], steady),
    sidecars: watchSidecarFiles([file], () => [writer()].filter((known) => known !== undefined)),
  });
  /**
   * Finds a fault, as words that follow the file's name, and the ms that it must last: an ending process removes files
   * too.
   */
  const findProblem = ({ identity, headers, sidecars }: Opened): { what: string; lasting: number } | undefined => {
    const size = statSync(file, { throwIfNoEntry: false })?.size;
    if (size === 0) return { what: "it was cut", lasting: recheckDelay };
    if (readStamp(file)?.identity !== identity) return undefined;
    const another = headers.another();
    if (another) return { what: `it ${another.what}`.replace(/,$/, ""), lasting: recheckDelay };
    const lost = sidecars.lost();
    return lost && { what: `${lost.file} was ${lost.what}`, lasting: checkInterval };
  };
  const lookOnce = async (): Promise<void> => {
    const pid = writer();
    if (pid === undefined || opened?.writer !== pid) opened = pid === undefined ? undefined : openedBy(pid);
    if (!opened || readDamageReport(file) !== undefined) return;
    const first = findProblem(opened);
    if (!first) return;
    await sleep(first.lasting);
    const found = writer() === pid && !signal.aborted ? findProblem(opened) : undefined;
    if (!found) return;
    reportDamage(file, `${found.what} while Sheaf ran`);
    say(`${file}: ${found.what} while Sheaf ran. It is set aside, and the read models are rebuilt from the events.`);
  };
  const again = async (): Promise<void> => {
    // Other code reports a failing disk.
    if (!signal.aborted) await lookOnce().catch(() => undefined);
    if (!signal.aborted) setTimeout(() => void again(), computeMsUntilTick(options.every ?? checkInterval)).unref();
  };
  void again();
};
