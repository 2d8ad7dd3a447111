import { logFatalReason } from "#application/process/exit-with-reason.ts";
import { stopSignal } from "#application/process/stop-signal.ts";
import { beginWorker } from "./begin-worker.ts";

/** Time after a stop until unfinished work is left to its lease, ms. */
const stopTimeout = 2_700;
/** Time while a mail server's response is awaited, ms: 15 s, plus time to record it. Less than the supervisor waits. */
const mailAnswerTimeout = 16_500;

/** Context a service gets from its process. Services of one process share all but the log. */
type WorkerContext = Pick<
  Awaited<ReturnType<typeof beginWorker>>,
  "config" | "log" | "clock" | "onClockMended" | "stores" | "holder" | "observer"
> & {
  /** Aborts when the process must end. */
  signal: AbortSignal;
  /** The service calls it once it is working. */
  ready(): void;
  /** Delays shutdown while a mail server's response is awaited. Without it the mail would be sent twice. */
  stayWhile(awaited: () => boolean): void;
};

type Named = {
  /** Shown in log lines and at `/healthz`. */
  name: string;
  /** Begins sentences about it, e.g. "The scheduler". */
  title: string;
};

/** A service that does jobs. {@link hostWorkers} ends its process. */
export type Worker = Named & {
  /** Resolves once the signal has aborted and the service has closed everything. Rejects when it cannot continue. */
  run(context: WorkerContext): Promise<void>;
};

/**
 * Runs services that do jobs in this process, over shared stores and one lease holder, until told to end. An error in
 * one ends the process, and so the others (ADR 104).
 */
export const hostWorkers = async (host: Named, workers: readonly Worker[]): Promise<never> => {
  const { stores, door, log: ownLog, ...begun } = await beginWorker(host.name, `${host.title} cannot start.`);
  const awaited: (() => boolean)[] = [];
  const stayWhile = (one: () => boolean): void => void awaited.push(one);
  const stay = () => awaited.some((one) => one());
  const signal = stopSignal(stopTimeout, { stay, longest: mailAnswerTimeout });
  const starting = new Set(workers);
  const run = async (worker: Worker): Promise<void> => {
    const log = workers.length > 1 ? ownLog.child({ part: worker.name }) : ownLog;
    const ready = (): void => {
      if (starting.delete(worker) && starting.size === 0) door.ready();
    };
    try {
      await worker.run({ ...begun, stores, log, signal, ready, stayWhile });
    } catch (err) {
      logFatalReason(log, err, `${worker.title} cannot ${starting.has(worker) ? "start" : "continue"}.`);
      process.exit(1);
    }
  };
  await Promise.all(workers.map(run));
  await stores.close();
  process.exit(0);
};
