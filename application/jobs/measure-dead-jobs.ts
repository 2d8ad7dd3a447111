import { Gauge, type Registry } from "prom-client";
import type { WorkQueue } from "#infra/ports/work-queue.ts";

/** Dead jobs by kind, while the queue remembers them. */
export const measureDeadJobs = (registry: Registry, queue: Pick<WorkQueue, "countDead">): void => {
  new Gauge({
    name: "jobs_dead",
    help: "Jobs that were given up after their last attempt, by kind",
    labelNames: ["kind"],
    registers: [registry],
    async collect() {
      this.reset();
      for (const [kind, count] of Object.entries(await queue.countDead())) this.set({ kind }, count);
    },
  });
};
