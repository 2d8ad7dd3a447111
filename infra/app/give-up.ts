/** The part of a pino logger that is used. */
type Log = { fatal(fields: object, message: string): void; fatal(message: string): void };

/** Errors of ours that are sentences for who runs the installation: a stack would only hide them. */
const sentences = ["StoreDamaged", "HistoryDiffers", "FolderInUse", "FolderUnusable", "StoreNewer", "StoreOlder"];

/** The sentence of an error that ends a process and that the operator can do something about; undefined of any other. */
export const sentenceOf = (error: unknown): string | undefined =>
  error instanceof Error && sentences.includes(error.name) ? error.message : undefined;

/** Says why a process cannot go on, in the log and to its supervisor, and what to do where we know it. */
export const sayWhy = (log: Log, error: unknown, otherwise: string): void => {
  const sentence = sentenceOf(error);
  if (sentence === undefined) {
    log.fatal({ err: error }, otherwise);
    return;
  }
  log.fatal(sentence);
  if (process.connected) process.send?.({ kind: "trouble", sentence });
};

/** Answers what `work` answers; when it throws the process ends, having said why. */
export const orGiveUp = async <T>(log: Log, otherwise: string, work: () => T | Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    sayWhy(log, error, otherwise);
    process.exit(1);
  }
};
