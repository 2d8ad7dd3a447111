import { existsSync } from "node:fs";
import type { RequestListener } from "node:http";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createCommandRunner } from "#application/commands/command-runner.ts";
import { withFailpoints } from "#application/commands/with-failpoints.ts";
import { awaitPosition } from "#application/events/await-position.ts";
import { noOpMetrics } from "#application/http/health/no-op-metrics.ts";
import { supervisedHealth } from "#application/http/health/supervised-health.ts";
import { watchDeadJobs } from "#application/jobs/dead-jobs.ts";
import { watchMails } from "#application/mails/watch-mails.ts";
import { reportDamage, runOrExit } from "#application/process/exit-with-reason.ts";
import { armFailpoints } from "#application/process/failpoint.ts";
import { createProcessLog } from "#application/process/log.ts";
import { watchClock } from "#application/process/watch-clock.ts";
import { getPartitionCount } from "#application/read-models/partitions.ts";
import { servePartitions } from "#application/read-models/serve-partitions.ts";
import { assertShopsKnown } from "#application/session/assert-shops-known.ts";
import { upcasters } from "#domain/event-schemas.ts";
import { readModelNames, readModelVersions } from "#domain/read-models/versions.ts";
import { createAlertSources } from "#hosting/alert-sources.ts";
import { offerMetrics } from "#hosting/offer-metrics.ts";
import { openStoresToRead } from "#hosting/open-stores-to-read.ts";
import { createProcessClock, describeClockDoubt } from "#hosting/process-clock.ts";
import { isStandalone } from "#hosting/process-health.ts";
import { type OpenPort, openPort, serveUntilStopped } from "#hosting/serve-until-stopped.ts";
import { createConfiguredStorePlatform } from "#hosting/store-platform.ts";
import { watchStores } from "#hosting/watch-stores.ts";
import { findEmbeddedStores } from "#infra/config/engines.ts";
import { startProcessOrExit } from "#infra/config/start-process.ts";
import { createDestinations } from "#infra/destinations/create-destinations.ts";
import { createOutboundHttp } from "#infra/http-out/create-outbound-http.ts";
import { createMail } from "#infra/mail/create-mail.ts";
import type { StoreDamaged } from "#infra/ports/store-errors.ts";
import { createSystemClock } from "#infra/system/clock.ts";
import { createSystemIds } from "#infra/system/ids.ts";
import packageJson from "../package.json" with { type: "json" };
import { watchNotes } from "./watch/watch-notes.ts";
import { watchTroubles } from "./watch/watch-troubles.ts";
import { composeWeb } from "./web/compose-web.ts";

/**
 * A web process: both sides of the API, the files and the front end on one port, or the part that WEB_PARTS names.
 * Under the supervisor it also serves the support console on another port (ADR 104).
 */

const config = startProcessOrExit();
armFailpoints(config.FAILPOINTS, config.DATA_DIR);
const log = createProcessLog("web", config.LOG_LEVEL);
const hasConsole = !isStandalone() && config.SUPPORT_ISSUER !== undefined;
const consoleLog = log.child({ part: "support-api" });
const { HOST: host, PORT: port, SUPPORT_PORT: supportPort } = config;
const openedPort = await openPort({ log, setting: "PORT", port, host, servedMessage: "the web process is listening" });
const consoleServedMessage = "the support console is listening";
const openedConsolePort = hasConsole
  ? await openPort({
      log: consoleLog,
      setting: "SUPPORT_PORT",
      port: supportPort,
      host,
      servedMessage: consoleServedMessage,
    })
  : undefined;
const supervised = supervisedHealth(process);
const damage = new Set<string>();
const clock = createSystemClock({ fixedNow: config.CLOCK_NOW });
const ids = createSystemIds();
const stores = await runOrExit(log, "The web process cannot start.", async () => {
  const opened = await openStoresToRead({ config, clock, log });
  await assertShopsKnown(opened);
  return opened;
});
const { eventStore, stateStore, vault, fileStore } = stores;
const readModels = servePartitions({
  readStore: stores.readStore,
  ownVersions: readModelVersions,
  parts: getPartitionCount(config),
});
const stopping = new AbortController();
const storeWatch = watchStores(stores, stopping.signal);
/** The supervisor reports the embedded stores' troubles. */
const embedded = findEmbeddedStores(config);
const silent = isStandalone() || !(embedded.events && embedded.documents) ? storeWatch.sentences : () => [];
const troubles = watchTroubles({
  eventStore,
  stateStore,
  readModels,
  names: readModelNames,
  unresponsive: storeWatch.unresponsive,
  isRelayed: config.KAFKA_BROKERS !== undefined,
  signal: stopping.signal,
});
const alerts =
  hasConsole || config.METRICS_PORT !== undefined
    ? createAlertSources({ config, stores, readModels, clock, signal: stopping.signal })
    : undefined;
const measuredMetrics =
  alerts && config.METRICS_PORT !== undefined
    ? (await import("./web/measure-web.ts")).measureWeb(stores, alerts, clock, log)
    : undefined;
const metrics = measuredMetrics ?? noOpMetrics;
watchClock({ clock, log, onJump: metrics.clockJumped });
/** The clock of merchants' commands. By the same one the scheduler tells which slots have passed. */
const trusted = createProcessClock(config, log);
const clockNotes = () => [trusted.doubt()].flatMap((doubt) => (doubt ? [describeClockDoubt(doubt.ahead)] : []));
const folderNotes = watchNotes(config, clock);
const deadJobs = watchDeadJobs({ queue: stores.workQueue, log, signal: stopping.signal });
const mails = watchMails({ state: stateStore, clock, log, signal: stopping.signal });

const frontend = fileURLToPath(new URL("../frontend/merchant/dist", import.meta.url));
/** The supervisor builds the front end and reports this itself. */
const unbuilt = () =>
  isStandalone() && config.WEB_PARTS.includes("pages") && !existsSync(join(frontend, "index.html"))
    ? ["The front end is not built. Run 'npm run build'."]
    : [];
const health = () => {
  const { ok, reasons, notes: supervisorNotes = [] } = supervised();
  const ownReasons = [
    ...damage,
    ...silent(),
    ...unbuilt(),
    ...(isStandalone() && stopping.signal.aborted ? ["The process is ending."] : []),
  ];
  const own = [deadJobs(), mails()].filter((note) => note !== undefined);
  const notes = [...clockNotes(), ...folderNotes(), ...own, ...supervisorNotes];
  return { ok: ok && ownReasons.length === 0, reasons: [...reasons, ...ownReasons], notes };
};

const onDamage = (found: StoreDamaged): void => {
  if (found.mendsItself) return;
  damage.add(found.message);
  reportDamage(found);
};

/** Time limits of a test, ms. It must answer before the call itself times out. */
const testPatience = { connectMs: 3_000, answerMs: 3_000, wholeMs: 8_000 };
const { mail } = createMail(config);
const allowPrivate = config.ALLOW_PRIVATE_HOSTS;
const destinations = createDestinations({
  mail,
  http: createOutboundHttp({ allowPrivate }),
  stateStore,
  clock,
  attachmentMaxMb: config.MAIL_ATTACHMENT_MAX_MB,
  allowPrivate,
  timeouts: testPatience,
});

const { app } = composeWeb({
  destinations,
  config,
  runner: withFailpoints("web", createCommandRunner({ eventStore, stateStore, clock: trusted, ids, upcasters })),
  state: stateStore,
  eventStore,
  readModels,
  vault,
  files: fileStore,
  clock,
  trusted,
  ids,
  queue: stores.workQueue,
  platform: createConfiguredStorePlatform(config, { stateStore, vault, clock, log }),
  awaitPosition: (names, position, tenant) =>
    awaitPosition({ readModels, names, position, tenant, signal: stopping.signal }),
  readModelStatus: readModels.getStatus,
  troubles,
  log,
  metrics,
  health,
  onDamage,
  version: packageJson.version,
  frontend,
  stopping: stopping.signal,
});

const apps: { openedPort: OpenPort; app: RequestListener }[] = [{ openedPort, app }];
if (openedConsolePort && alerts) {
  const { startSupport } = await import("../support-api/start.ts");
  const { app: consoleApp } = startSupport({
    config,
    stores,
    readModels,
    alerts,
    clock,
    log: consoleLog,
    // Metrics of a web process count merchants' calls only.
    metrics: noOpMetrics,
    reasons: () => [...damage, ...(stopping.signal.aborted ? ["The process is ending."] : [])],
    onDamage,
  });
  apps.push({ openedPort: openedConsolePort, app: consoleApp });
}

const { METRICS_PORT: metricsPort, METRICS_HOST: metricsHost } = config;
const healthServer =
  measuredMetrics && isStandalone() && metricsPort !== undefined
    ? { registry: measuredMetrics.registry, health, host: metricsHost, port: metricsPort }
    : undefined;
if (measuredMetrics && !isStandalone()) offerMetrics(measuredMetrics.registry);
await serveUntilStopped(apps, {
  log,
  healthServer,
  stopping,
  drainSeconds: config.DRAIN_SECONDS,
  close: () => stores.close(),
});
