import type { LoggerOptions } from "pino";
import { StoreUnwritable } from "#infra/ports/store-errors.ts";

/** Steady time after which an error is over, ms. */
const quietPeriod = 60_000;

type Hooks = NonNullable<LoggerOptions["hooks"]>;

const diskErrorIn = (fields: unknown): StoreUnwritable | undefined =>
  typeof fields === "object" && fields !== null
    ? Object.values(fields).find((value) => value instanceof StoreUnwritable)
    : undefined;

/**
 * Logs an unwritable disk once, in one line, until it has been fine for a minute. A line per failure would fill the
 * disk further.
 */
export const logDiskErrorsOnce = (steady: () => number = () => performance.now()): Hooks => {
  const metAt = new Map<string, number>();
  return {
    logMethod(args, method) {
      const trouble = diskErrorIn(args[0]);
      if (!trouble) return method.apply(this, args);
      const before = metAt.get(trouble.message) ?? Number.NEGATIVE_INFINITY;
      metAt.set(trouble.message, steady());
      if (steady() - before >= quietPeriod) method.apply(this, [{ trouble: trouble.name }, trouble.message]);
    },
  };
};
