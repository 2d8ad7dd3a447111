import { logFatalReason } from "#application/process/exit-with-reason.ts";
import { stopSignal } from "#application/process/stop-signal.ts";
import { beginWorker } from "./begin-worker.ts";

/** Time from a stop until unfinished work is left to its lease, ms. */
const stopTimeout = 2_700;
/** Longest wait for a mail server's response, ms: 15 s, plus time to record it. Below the supervisor's. */
const mailAnswerTimeout = 16_500;

/** Shared by all services of a process, but for the log. */
type WorkerContext = Pick<
  Awaited<ReturnType<typeof beginWorker>>,
  "config" | "log" | "clock" | "onClockMended" | "stores" | "holder" | "observer"
> & {
  signal: AbortSignal;
  /** Called by the service once it is working. */
  ready(): void;
  /** Delays shutdown while a mail server's response is awaited. Otherwise the mail would be sent twice. */
  stayWhile(awaited: () => boolean): void;
};

type Named = {
  name: string;
  /** Begins sentences, e.g. "The scheduler". */
  title: string;
};

/** A service of {@link hostWorkers}. */
export type Worker = Named & {
  /** Resolves once the signal has aborted and all is closed. Rejects when it can't continue. */
  run(context: WorkerContext): Promise<void>;
};

/** Runs services over shared stores and one lease holder. An error in one ends the process (ADR 104). */
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
