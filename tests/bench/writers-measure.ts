import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { codeCache } from "#processes/code-cache.ts";

const child = fileURLToPath(new URL("./writers-child.ts", import.meta.url));

export type WriterFigures = { cpuSeconds: number; seconds: number; peakMiB: number; bytes: number };

/**
 * How a measured process is started: flags of Node and what it reads of its environment, a file that keeps what is written, the cores of the machine
 * that it may have (`0,1`).
 */
type Start = {
  flags?: readonly string[];
  environment?: Readonly<Record<string, string>>;
  file?: string;
  cores?: string;
};

/** Writes rows with one writer in its own process. */
export const measureWriter = async (mode: string, rows: number, start: Start = {}): Promise<WriterFigures> => {
  const command = [
    ...(start.cores === undefined ? [] : ["taskset", "-c", start.cores]),
    process.execPath,
    "--disable-warning=ExperimentalWarning",
    ...(start.flags ?? []),
    child,
    mode,
    `${rows}`,
    ...(start.file === undefined ? [] : [start.file]),
  ];
  const [program = "", ...given] = command;
  const { stdout } = await promisify(execFile)(program, given, {
    env: { ...process.env, ...codeCache, ...start.environment },
  });
  return JSON.parse(stdout) as WriterFigures;
};

/** `--rows N` of the command line; 100,000 without. */
export const rowsAsked = (): number => {
  const at = process.argv.indexOf("--rows");
  if (at === -1) return 100_000;
  const rows = Number(process.argv[at + 1]);
  if (!Number.isInteger(rows) || rows < 1) throw new Error("--rows takes a number of rows, such as 20000.");
  return rows;
};
