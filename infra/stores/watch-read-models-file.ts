import { statSync } from "node:fs";
import { numberGenerations } from "../sqlite/files/generations.ts";
import { getDatabasePath, readDamageReport, reportDamage } from "../sqlite/files/quarantine.ts";

type Warn = (fields: object, message: string) => void;

const readFileIdentity = (file: string) => statSync(file, { bigint: true, throwIfNoEntry: false })?.ino;

/**
 * Watches and numbers `read-models.db`, so that an older copy in its place shows. The returned check is true once the
 * file was replaced or damaged: the process must end, and the next start makes a new one.
 */
export const watchReadModelsFile = (dataDir: string, warn: Warn, signal: AbortSignal): (() => boolean) => {
  const file = getDatabasePath(dataDir, "read-models");
  const wal = `${file}-wal`;
  const opened = readFileIdentity(file);
  numberGenerations({
    files: [file],
    onFault: (err) =>
      warn({ err }, "The read models could not be numbered: an older file put in their place might not be noticed."),
    signal,
  });
  const openedLog = readFileIdentity(wal);
  return () => {
    const now = readFileIdentity(file);
    // The new file would take its predecessor's log for its own.
    if (now !== undefined && now !== opened && readFileIdentity(wal) === openedLog)
      reportDamage(file, "it was replaced while Sheaf ran");
    return readDamageReport(file) !== undefined || now !== opened;
  };
};
