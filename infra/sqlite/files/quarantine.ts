import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** SQLite's log, its index, and a running transaction's journal. They belong to one file alone. */
export const sidecarSuffixes: readonly string[] = ["-wal", "-shm", "-journal"];
const fileSuffixes = ["", ...sidecarSuffixes];
const getReportPath = (file: string): string => `${file}.damaged`;

/** Reports damage for processes that may not write the file; its writer sets it aside. */
export const reportDamage = (file: string, reason: string): void =>
  writeFileSync(getReportPath(file), reason, { mode: 0o600 });

export const readDamageReport = (file: string): string | undefined =>
  existsSync(getReportPath(file)) ? readFileSync(getReportPath(file), "utf8") : undefined;

/** Renames to `read-models.damaged-20261121T233321.512Z.db`, for example; returns that name. */
export const quarantineFile = (file: string, why: string, now: Date): string => {
  const instant = now.toISOString().replaceAll(/[-:]/g, "");
  const aside = file.replace(/\.db$/, `.${why}-${instant}.db`);
  for (const ending of fileSuffixes) if (existsSync(file + ending)) renameSync(file + ending, aside + ending);
  rmSync(getReportPath(file), { force: true });
  return aside;
};

export const findQuarantinedCopies = (file: string, why: string): string[] => {
  const start = `${basename(file, ".db")}.${why}-`;
  return readdirSync(dirname(file)).filter((name) => name.startsWith(start) && name.endsWith(".db"));
};

export const removeDatabase = (file: string): void => {
  for (const ending of fileSuffixes) rmSync(file + ending, { force: true });
};

export const getDatabasePath = (dataDir: string, name: "events" | "state" | "read-models"): string =>
  join(dataDir, `${name}.db`);
