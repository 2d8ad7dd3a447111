import { Counter, Gauge, type Registry } from "prom-client";

/** Start and end of a worker's jobs. */
export type JobObserver = {
  begun(kind: string): void;
  /** `outcome`: done, again, put-down, gone or dead; `lost` if the job could not be settled. */
  ended(kind: string, outcome: string): void;
};

/** Counts the jobs of one process, to show each worker's share of a queue. */
export const createJobObserver = (registry: Registry): JobObserver => {
  const running = new Gauge({
    name: "jobs_running",
    help: "Jobs that this process is at, by kind",
    labelNames: ["kind"],
    registers: [registry],
  });
  const ended = new Counter({
    name: "jobs_ended_total",
    help: "Jobs that this process has worked at, by kind and by what became of them",
    labelNames: ["kind", "outcome"],
    registers: [registry],
  });
  return {
    begun: (kind) => running.inc({ kind }),
    ended: (kind, outcome) => {
      running.dec({ kind });
      ended.inc({ kind, outcome });
    },
  };
};
