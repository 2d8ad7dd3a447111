import { createMetrics } from "#application/http/health/metrics.ts";
import { reportDamage, runOrExit } from "#application/process/exit-with-reason.ts";
import { armFailpoints } from "#application/process/failpoint.ts";
import { createProcessLog } from "#application/process/log.ts";
import { watchClock } from "#application/process/watch-clock.ts";
import { getPartitionCount } from "#application/read-models/partitions.ts";
import { servePartitions } from "#application/read-models/serve-partitions.ts";
import { readModelVersions } from "#domain/read-models/versions.ts";
import { createAlertSources } from "#hosting/alert-sources.ts";
import { openStoresToRead } from "#hosting/open-stores-to-read.ts";
import { isStandalone } from "#hosting/process-health.ts";
import { openPort, serveUntilStopped } from "#hosting/serve-until-stopped.ts";
import { watchStores } from "#hosting/watch-stores.ts";
import { startProcessOrExit } from "#infra/config/start-process.ts";
import { createSystemClock } from "#infra/system/clock.ts";
import { getIssuer, startSupport } from "./start.ts";

/** Support console on its own. Under the supervisor, the web process hosts it (ADR 104). */

const config = startProcessOrExit();
armFailpoints(config.FAILPOINTS, config.DATA_DIR);
const log = createProcessLog("support-api", config.LOG_LEVEL);
const cannotStart = "The support console cannot start.";
await runOrExit(log, cannotStart, () => getIssuer(config));
const openedPort = await openPort({
  log,
  setting: "SUPPORT_PORT",
  port: config.SUPPORT_PORT,
  host: config.HOST,
  servedMessage: "the support console is listening",
});
const clock = createSystemClock({ fixedNow: config.CLOCK_NOW });
const stores = await runOrExit(log, cannotStart, () => openStoresToRead({ config, clock, log }));
const stopping = new AbortController();
const metrics = createMetrics({ processMetrics: isStandalone() && config.METRICS_PORT !== undefined });
const silent = isStandalone() ? watchStores(stores, stopping.signal).sentences : () => [];
watchClock({ clock, log, onJump: metrics.clockJumped });
const damage = new Set<string>();
const readModels = servePartitions({
  readStore: stores.readStore,
  ownVersions: readModelVersions,
  parts: getPartitionCount(config),
});
const { app, health } = startSupport({
  config,
  stores,
  readModels,
  alerts: createAlertSources({ config, stores, readModels, clock, signal: stopping.signal }),
  clock,
  log,
  metrics,
  reasons: () => [...damage, ...silent(), ...(stopping.signal.aborted ? ["The process is ending."] : [])],
  onDamage: (found) => {
    if (found.mendsItself) return;
    damage.add(found.message);
    reportDamage(found);
  },
});

// The supervisor owns this port.
const { METRICS_PORT: metricsPort, METRICS_HOST: host } = config;
await serveUntilStopped([{ openedPort, app }], {
  log,
  healthServer:
    isStandalone() && metricsPort !== undefined
      ? { registry: metrics.registry, health, host, port: metricsPort }
      : undefined,
  stopping,
  drainSeconds: config.DRAIN_SECONDS,
  close: () => stores.close(),
});
