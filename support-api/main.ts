import { armFailpoints } from "#infra/app/failpoint.ts";
import { orGiveUp, tellDamage } from "#infra/app/give-up.ts";
import { createMetrics } from "#infra/app/http/metrics.ts";
import { createProcessLog } from "#infra/app/log.ts";
import { partsIn } from "#infra/app/read-models/parts.ts";
import { serveParts } from "#infra/app/read-models/serve-parts.ts";
import { watchClock } from "#infra/app/watch-clock.ts";
import { beginOrEnd } from "#infra/config/begin-process.ts";
import { isAlone } from "#infra/start/alone.ts";
import { openStoresToRead } from "#infra/start/open-stores-to-read.ts";
import { readModelVersions } from "#infra/start/read-model-names.ts";
import { openPlace, serveUntilStopped } from "#infra/start/serve-until-stopped.ts";
import { signsOfStores } from "#infra/start/signs-of-stores.ts";
import { watchStores } from "#infra/start/stores-answer.ts";
import { createSystemClock } from "#infra/system/clock.ts";
import { identityProviderOf, startSupport } from "./start.ts";

/** The process of the support console, where it is started by itself. Under the supervisor the web process has it (ADR 104). */

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

// Under the supervisor, that one has this port.
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
