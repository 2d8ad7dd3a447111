import { format } from "node:util";
import { type Logger, pino, stdSerializers } from "pino";
import type { Log } from "#infra/ports/log.ts";
import { logProcessWarnings } from "./log-warnings.ts";
import { sayDiskTroubleOnce } from "./say-once.ts";

/** Leaves out other properties: those of a library's error may be secrets, and a DOMException has 25 constants. */
const serializeError = (error: unknown): unknown => {
  if (!(error instanceof Error)) return error;
  const { message, stack } = stdSerializers.err(error);
  const code = "code" in error ? error.code : undefined;
  const isOwn = typeof code === "string" || (typeof code === "number" && !(error instanceof DOMException));
  return { name: error.name, message, ...(isOwn ? { code } : {}), stack };
};

/**
 * Creates the log of a process: JSON lines on standard output with `level`, `time` (ISO 8601), `process`, `msg` and the fields of the call.
 * An error in `err` becomes its name, message, code and stack, with those of its causes.
 */
export const createLog = (processName: string, level: string, destination?: { write(line: string): void }): Logger => {
  const options = {
    level,
    base: { process: processName },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: serializeError },
    hooks: sayDiskTroubleOnce(),
  };
  return destination ? pino(options, destination) : pino(options);
};

/** Puts what libraries print by `console.warn` into the log. nodemailer does it where a machine has no DNS. */
export const logLibraryWarnings = (log: Pick<Log, "warn">): void => {
  console.warn = (...said: unknown[]) => log.warn({}, format(...said));
};

/** Creates the log of this process. Warnings of Node and of libraries stand in it. An error that nothing caught is logged, too, and ends the process with 1. */
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
