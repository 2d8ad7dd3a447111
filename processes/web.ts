import { existsSync } from "node:fs";
import type { RequestListener } from "node:http";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createCommandRunner } from "#application/commands/command-runner.ts";
import { withFailpoints } from "#application/commands/failing-runner.ts";
import { awaitPosition } from "#application/events/await-position.ts";
import { supervisedHealth } from "#application/http/health/supervised-health.ts";
import { unmeasured } from "#application/http/health/unmeasured.ts";
import { watchDeadJobs } from "#application/jobs/dead-jobs.ts";
import { watchMails } from "#application/mails/watch-mails.ts";
import { armFailpoints } from "#application/process/failpoint.ts";
import { orGiveUp, tellDamage } from "#application/process/give-up.ts";
import { createProcessLog } from "#application/process/log.ts";
import { watchClock } from "#application/process/watch-clock.ts";
import { partsIn } from "#application/read-models/parts.ts";
import { serveParts } from "#application/read-models/serve-parts.ts";
import { assertShopsKnown } from "#application/session/known-shops.ts";
import { upcasters } from "#domain/event-schemas.ts";
import { readModelNames, readModelVersions } from "#domain/read-models/versions.ts";
import { isAlone } from "#hosting/alone.ts";
import { offerMetrics } from "#hosting/offer-metrics.ts";
import { openStoresToRead } from "#hosting/open-stores-to-read.ts";
import { type OpenPlace, openPlace, serveUntilStopped } from "#hosting/serve-until-stopped.ts";
import { signsOfStores } from "#hosting/signs-of-stores.ts";
import { storePlatformOf } from "#hosting/store-platform.ts";
import { watchStores } from "#hosting/stores-answer.ts";
import { doubtInWords, trustedClockOf } from "#hosting/watch-trust.ts";
import { beginOrEnd } from "#infra/config/begin-process.ts";
import { inFolder } from "#infra/config/engines.ts";
import { createDestinations } from "#infra/destinations/create-destinations.ts";
import { createHttpOut } from "#infra/http-out/create-http-out.ts";
import { createMail } from "#infra/mail/create-mail.ts";
import type { StoreDamaged } from "#infra/ports/busy.ts";
import { createSystemClock } from "#infra/system/clock.ts";
import { createSystemIds } from "#infra/system/ids.ts";
import packageJson from "../package.json" with { type: "json" };
import { watchNotes } from "./watch/notes.ts";
import { watchTroubles } from "./watch/watch-troubles.ts";
import { composeWeb } from "./web/compose-web.ts";

/**
 * A web process: both sides of the API, the files and the front end on one port, or the subset that WEB_PARTS names. Under the supervisor it also
 * serves the support console on another port (ADR 104).
 */

const config = beginOrEnd();
armFailpoints(config.FAILPOINTS, config.DATA_DIR);
const log = createProcessLog("web", config.LOG_LEVEL);
const hasConsole = !isAlone() && config.SUPPORT_ISSUER !== undefined;
const consoleLog = log.child({ part: "support-api" });
const { HOST: host, PORT: port, SUPPORT_PORT: supportPort } = config;
const place = await openPlace({ log, setting: "PORT", port, host, said: "the web process is listening" });
const consoleSaid = "the support console is listening";
const consolePlace = hasConsole
  ? await openPlace({ log: consoleLog, setting: "SUPPORT_PORT", port: supportPort, host, said: consoleSaid })
  : undefined;
const supervised = supervisedHealth(process);
const damage = new Set<string>();
const clock = createSystemClock({ fixedNow: config.CLOCK_NOW });
const ids = createSystemIds();
const stores = await orGiveUp(log, "The web process cannot start.", async () => {
  const opened = await openStoresToRead({ config, clock, log });
  await assertShopsKnown(opened);
  return opened;
});
const { eventStore, stateStore, vault, fileStore } = stores;
const readModels = serveParts({ readStore: stores.readStore, own: readModelVersions, parts: partsIn(config) });
const stopping = new AbortController();
const watched = watchStores(stores, stopping.signal);
/** The embedded stores. The supervisor reports their troubles. */
const kept = inFolder(config);
const silent = isAlone() || !(kept.events && kept.documents) ? watched.sentences : () => [];
const troubles = watchTroubles({
  eventStore,
  stateStore,
  readModels,
  names: readModelNames,
  silent: watched.silent,
  isRelayed: config.KAFKA_BROKERS !== undefined,
  signal: stopping.signal,
});
const signs =
  hasConsole || config.METRICS_PORT !== undefined
    ? signsOfStores({ config, stores, readModels, clock, signal: stopping.signal })
    : undefined;
const measured =
  signs && config.METRICS_PORT !== undefined
    ? (await import("./web/measure-web.ts")).measureWeb(stores, signs, clock, log)
    : undefined;
const metrics = measured ?? unmeasured;
watchClock({ clock, log, onJump: metrics.clockJumped });
/** Dates merchants' commands. The scheduler uses the same clock to tell which slots have passed. */
const trusted = trustedClockOf(config, log);
const clockNotes = () => [trusted.doubt()].flatMap((doubt) => (doubt ? [doubtInWords(doubt.ahead)] : []));
const folderNotes = watchNotes(config, clock);
const deadJobs = watchDeadJobs({ queue: stores.workQueue, log, signal: stopping.signal });
const mails = watchMails({ state: stateStore, clock, log, signal: stopping.signal });

const frontend = fileURLToPath(new URL("../frontend/merchant/dist", import.meta.url));
/** Under the supervisor, which builds the front end, it reports this. */
const unbuilt = () =>
  isAlone() && config.WEB_PARTS.includes("pages") && !existsSync(join(frontend, "index.html"))
    ? ["The front end is not built. Run 'npm run build'."]
    : [];
const health = () => {
  const { ok, reasons, notes: told = [] } = supervised();
  const ownReasons = [
    ...damage,
    ...silent(),
    ...unbuilt(),
    ...(isAlone() && stopping.signal.aborted ? ["The process is ending."] : []),
  ];
  const own = [deadJobs(), mails()].filter((note) => note !== undefined);
  const notes = [...clockNotes(), ...folderNotes(), ...own, ...told];
  return { ok: ok && ownReasons.length === 0, reasons: [...reasons, ...ownReasons], notes };
};

const onDamage = (found: StoreDamaged): void => {
  if (found.mendsItself) return;
  damage.add(found.message);
  tellDamage(found);
};

/** A person waits: the test must answer before the call itself times out. */
const testPatience = { connectMs: 3_000, answerMs: 3_000, wholeMs: 8_000 };
const { mail } = createMail(config);
const allowPrivate = config.ALLOW_PRIVATE_HOSTS;
const destinations = createDestinations({
  mail,
  http: createHttpOut({ allowPrivate }),
  stateStore,
  clock,
  attachmentMaxMb: config.MAIL_ATTACHMENT_MAX_MB,
  allowPrivate,
  patience: testPatience,
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
  platform: storePlatformOf(config, { stateStore, vault, clock, log }),
  waitFor: (names, position, tenant) => awaitPosition({ readModels, names, position, tenant, signal: stopping.signal }),
  standing: readModels.standing,
  troubles,
  log,
  metrics,
  health,
  onDamage,
  version: packageJson.version,
  frontend,
  stopping: stopping.signal,
});

const apps: { place: OpenPlace; app: RequestListener }[] = [{ place, app }];
if (consolePlace && signs) {
  const { startSupport } = await import("../support-api/start.ts");
  const { app: consoleApp } = startSupport({
    config,
    stores,
    readModels,
    signs,
    clock,
    log: consoleLog,
    // Metrics of a web process count merchants' calls only.
    metrics: unmeasured,
    reasons: () => [...damage, ...(stopping.signal.aborted ? ["The process is ending."] : [])],
    onDamage,
  });
  apps.push({ place: consolePlace, app: consoleApp });
}

const { METRICS_PORT: metricsPort, METRICS_HOST: metricsHost } = config;
const door =
  measured && isAlone() && metricsPort !== undefined
    ? { registry: measured.registry, health, host: metricsHost, port: metricsPort }
    : undefined;
if (measured && !isAlone()) offerMetrics(measured.registry);
await serveUntilStopped(apps, {
  log,
  door,
  stopping,
  drainSeconds: config.DRAIN_SECONDS,
  close: () => stores.close(),
});
