import { sayWhy } from "#application/process/give-up.ts";
import { stopSignal } from "#application/process/stop-signal.ts";
import { beginWorker } from "./begin-worker.ts";

/** Work that still runs this long after a stop is left to its lease, ms. */
const patience = 2_700;
/** The same of one that waits for a mail server's answer: it has 15 s, and a little to note it. Less than the supervisor waits. */
const longestForAnswers = 16_500;

/** What a service gets from its process. Services of one process share all of it but the log. */
type WorkerContext = Pick<
  Awaited<ReturnType<typeof beginWorker>>,
  "config" | "log" | "clock" | "onClockMended" | "stores" | "holder" | "observer"
> & {
  /** Aborts when the process is to end. */
  signal: AbortSignal;
  /** The service calls it once it does its work. */
  ready(): void;
  /** The process ends later while a mail server's answer is awaited, as a lost one would have a mail sent twice. */
  stayWhile(awaited: () => boolean): void;
};

type Named = {
  /** Stands in log lines and at `/healthz`. */
  name: string;
  /** Begins sentences about it, as "The scheduler". */
  title: string;
};

/** A service that does jobs. It leaves the end of its process to {@link hostWorkers}. */
export type Worker = Named & {
  /** Resolves when the signal has aborted and everything is closed that the service opened. Rejects when it cannot continue. */
  run(context: WorkerContext): Promise<void>;
};

/**
 * Runs services that do jobs in this process, over one set of stores, until it is told to end. All of them have one holder of leases. An error of
 * one ends the process, and so the others (ADR 104).
 */
export const hostWorkers = async (host: Named, workers: readonly Worker[]): Promise<never> => {
  const { stores, door, log: ownLog, ...begun } = await beginWorker(host.name, `${host.title} cannot start.`);
  const awaited: (() => boolean)[] = [];
  const stayWhile = (one: () => boolean): void => void awaited.push(one);
  const stay = () => awaited.some((one) => one());
  const signal = stopSignal(patience, { stay, longest: longestForAnswers });
  const starting = new Set(workers);
  const run = async (worker: Worker): Promise<void> => {
    const log = workers.length > 1 ? ownLog.child({ part: worker.name }) : ownLog;
    const ready = (): void => {
      if (starting.delete(worker) && starting.size === 0) door.ready();
    };
    try {
      await worker.run({ ...begun, stores, log, signal, ready, stayWhile });
    } catch (err) {
      sayWhy(log, err, `${worker.title} cannot ${starting.has(worker) ? "start" : "continue"}.`);
      process.exit(1);
    }
  };
  await Promise.all(workers.map(run));
  await stores.close();
  process.exit(0);
};
