import type { LoggerOptions } from "pino";
import { StoreUnwritable } from "#infra/ports/busy.ts";

/** Trouble that was not met for so long is over, ms of steady time. */
const overAfter = 60_000;

type Hooks = NonNullable<LoggerOptions["hooks"]>;

const troubleIn = (fields: unknown): StoreUnwritable | undefined =>
  typeof fields === "object" && fields !== null
    ? Object.values(fields).find((value) => value instanceof StoreUnwritable)
    : undefined;

/**
 * Hooks of a logger that says once that a disk takes no writes, in one line, until it was not met for a minute: everything that waits
 * for the disk meets it again and again, and a log that fills up would make it worse.
 */
export const sayDiskTroubleOnce = (steady: () => number = () => performance.now()): Hooks => {
  const metAt = new Map<string, number>();
  return {
    logMethod(args, method) {
      const trouble = troubleIn(args[0]);
      if (!trouble) return method.apply(this, args);
      const before = metAt.get(trouble.message) ?? Number.NEGATIVE_INFINITY;
      metAt.set(trouble.message, steady());
      if (steady() - before >= overAfter) method.apply(this, [{ trouble: trouble.name }, trouble.message]);
    },
  };
};
