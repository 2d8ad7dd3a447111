import { measureAlerts } from "#application/alerts/measure-alerts.ts";
import type { AlertDeps } from "#application/alerts/read-alerts.ts";
import { createMetrics, type Metrics } from "#application/http/health/metrics.ts";
import { measureDeadJobs } from "#application/jobs/measure-dead-jobs.ts";
import { measureOpenRequests } from "#application/privacy/measure-open-requests.ts";
import type { Clock } from "#infra/ports/clock.ts";
import type { Log } from "#infra/ports/log.ts";
import type { Stores } from "#infra/stores/open-stores.ts";

export const measureWeb = (
  { stateStore, workQueue }: Pick<Stores, "stateStore" | "workQueue">,
  alertDeps: AlertDeps,
  clock: Clock,
  log: Log,
): Metrics => {
  const metrics = createMetrics({ processMetrics: true });
  measureOpenRequests(metrics.registry, stateStore, clock);
  measureDeadJobs(metrics.registry, workQueue);
  measureAlerts(metrics.registry, alertDeps, log);
  return metrics;
};
