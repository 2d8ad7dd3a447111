import { tellSupervisor } from "#infra/config/tell-supervisor.ts";
import { StoreBusy, StoreDamaged, StoreUnwritable } from "#infra/ports/busy.ts";

/** The part of a pino logger that is used. */
type Log = { fatal(fields: object, message: string): void; fatal(message: string): void };

/** Errors of ours that are sentences for who runs the installation: a stack would only hide them. */
const sentences = [
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

/** The sentence of an error that ends a process and that the operator can do something about; undefined of any other. */
export const operatorSentence = (error: unknown): string | undefined =>
  error instanceof Error && sentences.includes(error.name) ? error.message : undefined;

/** What the system or SQLite refused; its own words say more than a stack. */
const isSystems = (error: unknown): error is Error =>
  error instanceof Error && (("code" in error && "syscall" in error) || "errcode" in error);

/** SQLite's codes for a file that another program has locked. */
const lockedCodes: readonly unknown[] = [5, 6];

const isLocked = (error: Error): boolean =>
  "errcode" in error && typeof error.errcode === "number" && lockedCodes.includes(error.errcode & 0xff);

const whatToDo = (error: Error): string =>
  isLocked(error)
    ? "Another program has a file of the data folder open and keeps it locked, a backup or a database viewer for example. Close that, then start Sheaf again."
    : "Check that the data folder and its files can be read and written, and that its disk is healthy.";

const withoutStop = (sentence: string): string => sentence.replace(/\.$/, "");

/**
 * Says why a process cannot go on, in the log and to its supervisor, and what to do where we know it; `otherwise` is what cannot go on, in a
 * sentence. Only of a fault of Sheaf's own the log has the stack.
 */
export const sayWhy = (log: Log, error: unknown, otherwise: string): void => {
  const isStores = error instanceof StoreUnwritable || error instanceof StoreBusy;
  const known = operatorSentence(error) ?? (isStores ? error.message : undefined);
  const message = error instanceof Error ? error.message : String(error);
  const sentence =
    known ??
    (isSystems(error)
      ? `${withoutStop(otherwise)} (${withoutStop(message)}). ${whatToDo(error)}`
      : `${withoutStop(otherwise)} (${withoutStop(message)}). The log has the rest.`);
  if (known !== undefined || isSystems(error)) log.fatal(sentence);
  else log.fatal({ err: error }, otherwise);
  if (isLasting(error)) tellDamage(error);
  tellTrouble(sentence);
};

const isLasting = (error: unknown): error is StoreDamaged => error instanceof StoreDamaged && !error.mendsItself;

/** Tells the supervisor that a store is damaged: what others still add to it may be lost with the repair. */
export const tellDamage = ({ message }: StoreDamaged): void => {
  tellSupervisor({ kind: "damage", sentence: message });
};

/** Hands the reason of an end to the supervisor, which tells it at `/healthz`. */
export const tellTrouble = (sentence: string): void => tellSupervisor({ kind: "trouble", sentence });

/** Answers what `work` answers; when it throws the process ends, having said why. */
export const orGiveUp = async <T>(log: Log, otherwise: string, work: () => T | Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    sayWhy(log, error, otherwise);
    process.exit(1);
  }
};
