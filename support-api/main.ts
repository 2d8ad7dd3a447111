import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { pino } from "pino";
import { upcasters } from "#domain/event-schemas.ts";
import { createCommandRunner } from "#infra/app/command-runner.ts";
import { withFailpoints } from "#infra/app/failing-runner.ts";
import { armFailpoints } from "#infra/app/failpoint.ts";
import { orGiveUp, tellDamage, tellTrouble } from "#infra/app/give-up.ts";
import { createLimits, noLimits } from "#infra/app/http/limit.ts";
import { createMetrics } from "#infra/app/http/metrics.ts";
import { partsIn } from "#infra/app/read-models/parts.ts";
import { serveParts } from "#infra/app/read-models/serve-parts.ts";
import { sayDiskTroubleOnce } from "#infra/app/say-once.ts";
import { watchClock } from "#infra/app/watch-clock.ts";
import { beginOrEnd } from "#infra/config/begin-process.ts";
import { createOpenId } from "#infra/openid/identity-provider.ts";
import { isAlone } from "#infra/start/alone.ts";
import { openStoresToRead } from "#infra/start/open-stores-to-read.ts";
import { readModelVersions } from "#infra/start/read-model-names.ts";
import { serveUntilStopped } from "#infra/start/serve-until-stopped.ts";
import { signsOfStores } from "#infra/start/signs-of-stores.ts";
import { watchStores } from "#infra/start/stores-answer.ts";
import { createSystemClock } from "#infra/system/clock.ts";
import { createSystemIds } from "#infra/system/ids.ts";
import { createSupportApp } from "./create-support-app.ts";

/** The process of the support console: sign-in, its calls and its pages on a port of their own (ADR 95). */

const config = beginOrEnd();
armFailpoints(config.FAILPOINTS, config.DATA_DIR);
const log = pino({
  level: config.LOG_LEVEL,
  base: { process: "support-api" },
  timestamp: pino.stdTimeFunctions.isoTime,
  hooks: sayDiskTroubleOnce(),
});
const giveUp = (sentence: string): never => {
  log.fatal(sentence);
  tellTrouble(sentence);
  process.exit(1);
};
const { SUPPORT_ISSUER: issuer, SUPPORT_URL: supportUrl } = config;
if (issuer === undefined)
  throw giveUp(
    "There is no support console without SUPPORT_ISSUER. Set the address of the provider where support signs in.",
  );

const clock = createSystemClock({ fixedNow: config.CLOCK_NOW });
const ids = createSystemIds();
const stores = await orGiveUp(log, "The support console cannot start.", () => openStoresToRead({ config, clock, log }));
const { eventStore, stateStore, vault } = stores;
const stopping = new AbortController();
const metrics = createMetrics({ processMetrics: true });
const silent = isAlone() ? watchStores(stores, stopping.signal).sentences : () => [];
watchClock({ clock, log, onJump: metrics.clockJumped });

const frontend = fileURLToPath(new URL("../frontend/support/dist", import.meta.url));
/** The supervisor builds it, after the merchant's. */
const unbuilt = () =>
  isAlone() && !existsSync(join(frontend, "index.html")) ? ["The console is not built. Run 'npm run build'."] : [];
const damage = new Set<string>();
const health = () => {
  const reasons = [
    ...damage,
    ...silent(),
    ...unbuilt(),
    ...(stopping.signal.aborted ? ["The process is ending."] : []),
  ];
  return { ok: reasons.length === 0, reasons };
};

const readModels = serveParts({ readStore: stores.readStore, own: readModelVersions, parts: partsIn(config) });
const app = createSupportApp({
  config,
  runner: withFailpoints("support-api", createCommandRunner({ eventStore, stateStore, clock, ids, upcasters })),
  eventStore,
  state: stateStore,
  vault,
  readModels,
  signs: signsOfStores({ config, stores, readModels, clock, signal: stopping.signal }),
  files: stores.fileStore,
  queue: stores.workQueue,
  identity: createOpenId({
    issuer,
    clientId: config.SUPPORT_CLIENT_ID,
    clientSecret: config.SUPPORT_CLIENT_SECRET,
    redirectUri: `${supportUrl}/support/auth/callback`,
    signedOutUri: `${supportUrl}/support/`,
  }),
  clock,
  ids,
  log,
  metrics,
  health,
  limits: config.RATE_LIMIT ? createLimits() : noLimits,
  trustProxy: config.TRUST_PROXY,
  frontend,
  onDamage: (found) => {
    if (found.mendsItself) return;
    damage.add(found.message);
    tellDamage(found);
  },
});

// Of a child of the supervisor the web process has that port.
const { METRICS_PORT: metricsPort, METRICS_HOST: host } = config;
await serveUntilStopped(app, {
  log,
  setting: "SUPPORT_PORT",
  port: config.SUPPORT_PORT,
  said: "the support console is listening",
  door: { registry: metrics.registry, health, host, port: isAlone() ? metricsPort : undefined },
  stopping,
  close: () => stores.close(),
});
