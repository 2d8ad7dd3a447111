import { format } from "node:util";
import { type Logger, pino, stdSerializers } from "pino";
import type { Log } from "#infra/ports/log.ts";
import { logDiskErrorsOnce } from "./log-disk-errors-once.ts";
import { logProcessWarnings } from "./log-warnings.ts";

/** Other properties may be secrets of libraries, and a DOMException has 25 constants. */
const serializeError = (error: unknown): unknown => {
  if (!(error instanceof Error)) return error;
  const { message, stack } = stdSerializers.err(error);
  const code = "code" in error ? error.code : undefined;
  const isOwn = typeof code === "string" || (typeof code === "number" && !(error instanceof DOMException));
  return { name: error.name, message, ...(isOwn ? { code } : {}), stack };
};

/**
 * Creates a log of JSON lines on standard output with `level`, `time` (ISO 8601), `process`, `msg` and the call's
 * fields. `err` becomes name, message, code and stack, with those of its causes.
 */
export const createLog = (processName: string, level: string, destination?: { write(line: string): void }): Logger => {
  const options = {
    level,
    base: { process: processName },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: serializeError },
    hooks: logDiskErrorsOnce(),
  };
  return destination ? pino(options, destination) : pino(options);
};

/** Sends `console.warn` of libraries to the log. nodemailer warns on machines without DNS. */
export const logLibraryWarnings = (log: Pick<Log, "warn">): void => {
  console.warn = (...args: unknown[]) => log.warn({}, format(...args));
};

/** Creates the log of a process, with warnings of Node and libraries. Logs an uncaught error and exits with 1. */
export const createProcessLog = (name: string, level: string): Logger => {
  const log = createLog(name, level);
  logLibraryWarnings(log);
  logProcessWarnings((fields, message) => log.warn(fields, message));
  process.once("uncaughtException", (err) => {
    log.fatal({ err }, "An unexpected error ends the process.");
    process.exit(1);
  });
  return log;
};
