import { createMetrics } from "#application/http/health/metrics.ts";
import { armFailpoints } from "#application/process/failpoint.ts";
import { orGiveUp, tellDamage } from "#application/process/give-up.ts";
import { createProcessLog } from "#application/process/log.ts";
import { watchClock } from "#application/process/watch-clock.ts";
import { partsIn } from "#application/read-models/parts.ts";
import { serveParts } from "#application/read-models/serve-parts.ts";
import { readModelVersions } from "#domain/read-models/versions.ts";
import { isAlone } from "#hosting/alone.ts";
import { openStoresToRead } from "#hosting/open-stores-to-read.ts";
import { openPlace, serveUntilStopped } from "#hosting/serve-until-stopped.ts";
import { signsOfStores } from "#hosting/signs-of-stores.ts";
import { watchStores } from "#hosting/stores-answer.ts";
import { beginOrEnd } from "#infra/config/begin-process.ts";
import { createSystemClock } from "#infra/system/clock.ts";
import { identityProviderOf, startSupport } from "./start.ts";

/** Standalone process of the support console. Under the supervisor, the web process hosts it (ADR 104). */

const config = beginOrEnd();
armFailpoints(config.FAILPOINTS, config.DATA_DIR);
const log = createProcessLog("support-api", config.LOG_LEVEL);
const cannotStart = "The support console cannot start.";
await orGiveUp(log, cannotStart, () => identityProviderOf(config));
const place = await openPlace({
  log,
  setting: "SUPPORT_PORT",
  port: config.SUPPORT_PORT,
  host: config.HOST,
  said: "the support console is listening",
});
const clock = createSystemClock({ fixedNow: config.CLOCK_NOW });
const stores = await orGiveUp(log, cannotStart, () => openStoresToRead({ config, clock, log }));
const stopping = new AbortController();
const metrics = createMetrics({ processMetrics: isAlone() && config.METRICS_PORT !== undefined });
const silent = isAlone() ? watchStores(stores, stopping.signal).sentences : () => [];
watchClock({ clock, log, onJump: metrics.clockJumped });
const damage = new Set<string>();
const readModels = serveParts({ readStore: stores.readStore, own: readModelVersions, parts: partsIn(config) });
const { app, health } = startSupport({
  config,
  stores,
  readModels,
  signs: signsOfStores({ config, stores, readModels, clock, signal: stopping.signal }),
  clock,
  log,
  metrics,
  reasons: () => [...damage, ...silent(), ...(stopping.signal.aborted ? ["The process is ending."] : [])],
  onDamage: (found) => {
    if (found.mendsItself) return;
    damage.add(found.message);
    tellDamage(found);
  },
});

// Under the supervisor, the supervisor owns this port.
const { METRICS_PORT: metricsPort, METRICS_HOST: host } = config;
await serveUntilStopped([{ place, app }], {
  log,
  door:
    isAlone() && metricsPort !== undefined
      ? { registry: metrics.registry, health, host, port: metricsPort }
      : undefined,
  stopping,
  drainSeconds: config.DRAIN_SECONDS,
  close: () => stores.close(),
});
