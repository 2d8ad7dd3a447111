import { createMetrics, type Metrics } from "../app/http/metrics.ts";
import { measureDeadJobs } from "../app/jobs/measure-dead-jobs.ts";
import type { Log } from "../app/log.ts";
import { measureOpenRequests } from "../app/privacy/measure-open-requests.ts";
import { measureSigns } from "../app/signs/measure-signs.ts";
import type { SignDeps } from "../app/signs/read-signs.ts";
import type { Clock } from "../ports/clock.ts";
import type { Stores } from "./open-stores.ts";

/** All metrics of a web process, for where METRICS_PORT is set. */
export const measureWeb = (
  { stateStore, workQueue }: Pick<Stores, "stateStore" | "workQueue">,
  signs: SignDeps,
  clock: Clock,
  log: Log,
): Metrics => {
  const metrics = createMetrics({ processMetrics: true });
  measureOpenRequests(metrics.registry, stateStore, clock);
  measureDeadJobs(metrics.registry, workQueue);
  measureSigns(metrics.registry, signs, log);
  return metrics;
};
