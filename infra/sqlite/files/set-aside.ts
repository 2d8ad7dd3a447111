import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** What SQLite keeps beside a file: its log with the index to it, and the journal of a transaction that is under way. All belong to it alone. */
export const besides: readonly string[] = ["-wal", "-shm", "-journal"];
const endings = ["", ...besides];
const reportOf = (file: string): string => `${file}.damaged`;

/** Says that a file was found damaged by who may not write it: its writer sets it aside. */
export const reportDamage = (file: string, reason: string): void =>
  writeFileSync(reportOf(file), reason, { mode: 0o600 });

/** The reason of a report, undefined without one. */
export const reportedDamage = (file: string): string | undefined =>
  existsSync(reportOf(file)) ? readFileSync(reportOf(file), "utf8") : undefined;

/** Puts a file with what is beside it under another name, `read-models.damaged-20261121T233321.512Z.db`, and answers that name. */
export const setAside = (file: string, why: string, now: Date): string => {
  const instant = now.toISOString().replaceAll(/[-:]/g, "");
  const aside = file.replace(/\.db$/, `.${why}-${instant}.db`);
  for (const ending of endings) if (existsSync(file + ending)) renameSync(file + ending, aside + ending);
  rmSync(reportOf(file), { force: true });
  return aside;
};

/** Names of the files beside this one that were set aside for this reason. */
export const asideOf = (file: string, why: string): string[] => {
  const start = `${basename(file, ".db")}.${why}-`;
  return readdirSync(dirname(file)).filter((name) => name.startsWith(start) && name.endsWith(".db"));
};

/** Removes a file with what is beside it. */
export const removeDatabase = (file: string): void => {
  for (const ending of endings) rmSync(file + ending, { force: true });
};

/** Where a store of a data folder is. */
export const fileOf = (dataDir: string, name: "events" | "state" | "read-models"): string =>
  join(dataDir, `${name}.db`);
