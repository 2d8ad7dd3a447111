import { notifySupervisor } from "#infra/config/notify-supervisor.ts";
import { StoreBusy, StoreDamaged, StoreUnwritable } from "#infra/ports/store-errors.ts";

type Log = { fatal(fields: object, message: string): void; fatal(message: string): void };

/** Errors written for operators: a stack would hide the sentence. */
const operatorErrors = [
  "StoreDamaged",
  "HistoryDiffers",
  "FolderInUse",
  "FolderUnusable",
  "StoreNewer",
  "StoreOlder",
  "StoreMisplaced",
  "MasterKeyUnusable",
  "BadConfiguration",
];

/** Message of a fatal error that the operator can fix. */
export const findOperatorSentence = (error: unknown): string | undefined =>
  error instanceof Error && operatorErrors.includes(error.name) ? error.message : undefined;

/** True for errors of the system, whose messages say more than a stack. */
const isSystemError = (error: unknown): error is Error =>
  error instanceof Error && (("code" in error && "syscall" in error) || "errcode" in error);

/** A file locked by another program. */
const lockedCodes: readonly unknown[] = [5, 6];

const isLocked = (error: Error): boolean =>
  "errcode" in error && typeof error.errcode === "number" && lockedCodes.includes(error.errcode & 0xff);

const remedyFor = (error: Error): string =>
  isLocked(error)
    ? "Another program has a file of the data folder open and keeps it locked, a backup or a database viewer for example. Close that, then start Sheaf again."
    : "Check that the data folder and its files can be read and written, and that its disk is healthy.";

const withoutFullStop = (sentence: string): string => sentence.replace(/\.$/, "");

/**
 * Tells the log and the supervisor why a process cannot go on, and the fix if known. `otherwise`: a sentence about the
 * work that cannot go on. Logs a stack only for faults of Sheaf itself.
 */
export const logFatalReason = (log: Log, error: unknown, otherwise: string): void => {
  const isStores = error instanceof StoreUnwritable || error instanceof StoreBusy;
  const known = findOperatorSentence(error) ?? (isStores ? error.message : undefined);
  const message = error instanceof Error ? error.message : String(error);
  const sentence =
    known ??
    (isSystemError(error)
      ? `${withoutFullStop(otherwise)} (${withoutFullStop(message)}). ${remedyFor(error)}`
      : `${withoutFullStop(otherwise)} (${withoutFullStop(message)}). See the log for details.`);
  if (known !== undefined || isSystemError(error)) log.fatal(sentence);
  else log.fatal({ err: error }, otherwise);
  if (isPermanentDamage(error)) reportDamage(error);
  reportExitReason(sentence);
};

const isPermanentDamage = (error: unknown): error is StoreDamaged =>
  error instanceof StoreDamaged && !error.mendsItself;

/** Reports damage to the supervisor: later writes to the store may be lost in the repair. */
export const reportDamage = ({ message }: StoreDamaged): void => {
  notifySupervisor({ kind: "damage", sentence: message });
};

/** Reports a reason to the supervisor, for `/healthz`. */
export const reportExitReason = (sentence: string): void => notifySupervisor({ kind: "trouble", sentence });

/** If `work` throws, reports why and ends the process. */
export const runOrExit = async <T>(log: Log, otherwise: string, work: () => T | Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    logFatalReason(log, error, otherwise);
    process.exit(1);
  }
};
