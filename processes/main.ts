import { flushCompileCache } from "node:module";
import { resolve } from "node:path";
import { logProcessWarnings } from "#application/process/log-warnings.ts";
import { BadConfiguration } from "#infra/config/config.ts";
import { findEmbeddedStores } from "#infra/config/engines.ts";
import { explainPort, type PortSetting } from "#infra/config/explain-port.ts";
import { toSmallShopRange } from "#infra/config/small-shops.ts";
import { startProcess } from "#infra/config/start-process.ts";
import { computeMsUntilTick } from "#infra/ports/tick.ts";
import { type FolderLock, lockDemoStore, lockFolderShared, makeDataFolder } from "#infra/sqlite/files/folder-lock.ts";
import { findStoreProblem } from "./check-stores.ts";
import { keepRunning } from "./child.ts";
import { explainError } from "./explain-error.ts";
import { findPortProblem } from "./find-port-problem.ts";
import { buildFrontend } from "./pages/frontend-build.ts";
import { listProcesses, opensNoStore, writesReadModels } from "./processes.ts";
import { restrictPermissions } from "./restrict-permissions.ts";
import { createStandIn } from "./stand-in.ts";
import { killTimeout, stopChildren } from "./stop-children.ts";
import { logOfSupervisor } from "./supervisor-log.ts";
import { watchDisk } from "./watch/watch-disk.ts";
import { watchFiles } from "./watch/watch-files.ts";
import { watchReadModels } from "./watch/watch-read-models.ts";

/** The supervisor: checks the configuration, builds the front end, runs every process and restarts dead ones. */

/** Prints for the person who starts Sheaf; later messages are logged. */
const say = (line: string) => console.log(line);
const exitWith = (sentence: string): never => {
  console.error(sentence);
  process.exit(1);
};

if (Number(process.versions.node.split(".")[0]) < 24)
  exitWith(
    `Sheaf needs Node.js 24 or newer, and this is ${process.versions.node}. Run it with 'npm start', or install Node.js 24.`,
  );

const readConfigOrStop = () => {
  try {
    return startProcess();
  } catch (error) {
    if (error instanceof BadConfiguration) return exitWith(error.message);
    throw error;
  }
};
const config = readConfigOrStop();
logProcessWarnings((_, message) => logOfSupervisor(message));

const ports: { setting: PortSetting; port: number; host: string | undefined }[] = [
  { setting: "PORT", port: config.PORT, host: config.HOST },
  ...(config.demoStore
    ? [{ setting: "DEMO_STORE_PORT" as const, port: config.DEMO_STORE_PORT, host: config.DEMO_STORE_HOST }]
    : []),
  ...(config.SUPPORT_ISSUER
    ? [{ setting: "SUPPORT_PORT" as const, port: config.SUPPORT_PORT, host: config.HOST }]
    : []),
  ...(config.METRICS_PORT
    ? [{ setting: "METRICS_PORT" as const, port: config.METRICS_PORT, host: config.METRICS_HOST }]
    : []),
];
for (const { setting, ...at } of ports) {
  const code = await findPortProblem(at);
  if (code !== undefined) exitWith(explainPort(setting, at, code));
}

try {
  makeDataFolder(config.DATA_DIR);
} catch (error) {
  exitWith((error as Error).message);
}

const trouble = (await restrictPermissions(config.DATA_DIR)) ?? (await findStoreProblem(config));
if (trouble !== undefined) exitWith(trouble);
const orExit = <T>(work: () => T): T => {
  try {
    return work();
  } catch (error) {
    const sentence = explainError(error, config.DATA_DIR);
    if (sentence === undefined) throw error;
    return exitWith(sentence);
  }
};
const embedded = findEmbeddedStores(config);
const lockFolder = (): FolderLock[] =>
  orExit(() => [
    ...(embedded.events || embedded.documents ? [lockFolderShared(config.DATA_DIR)] : []),
    ...(config.demoStore ? [lockDemoStore(config.DATA_DIR)] : []),
  ]);
// These are held to the end: no repair may begin while a child restarts.
let folderLocks = lockFolder();

const watching = new AbortController();
const disk = watchDisk({
  dataDir: resolve(config.DATA_DIR),
  say: logOfSupervisor,
  onChange: () => reportHealth(),
  signal: watching.signal,
});
const files = watchFiles({
  dataDir: resolve(config.DATA_DIR),
  stores: [...(embedded.events ? (["events"] as const) : []), ...(embedded.documents ? (["state"] as const) : [])],
  say: logOfSupervisor,
  onChange: () => reportHealth(),
  end: async (how) => {
    await Promise.all(children.map((child) => child.stop(how === "at once" ? 0 : killTimeout, "SIGINT")));
  },
  begin: async () => {
    const why = await findStoreProblem(config);
    if (why !== undefined) return why;
    // A replaced folder may have another lock file.
    for (const lock of folderLocks) lock.release();
    folderLocks = lockFolder();
    if (!stopping) for (const child of children) child.resume();
    return undefined;
  },
  users: () => children.flatMap((child) => (opensNoStore(child) ? [] : (child.readyPid() ?? []))),
  signal: watching.signal,
});
let frontend = "the front end is being checked, and built if it is out of date" as string | undefined;
let announced = false;
const reasons = () =>
  [frontend, disk.trouble(), files.problem(), ...children.map((child) => child.problem())].filter(
    (reason): reason is string => reason !== undefined,
  );
const reportHealth = () => {
  const current = reasons();
  // Two processes may report the same.
  const notes = [...new Set(children.flatMap((child) => child.notes()))];
  for (const child of children)
    if (child.name === "web") child.send({ kind: "health", ok: current.length === 0, reasons: current, notes });
  if (current.length === 0 && !announced) {
    announced = true;
    flushCompileCache();
    say(`Sheaf is ready: ${config.APP_URL}`);
    if (config.demoStore) {
      say(
        `Demo stores: http://localhost:${config.DEMO_STORE_PORT} (log in as aurora-demo, borealis-demo, cumulus-demo or nimbus-demo)`,
      );
      const small = toSmallShopRange(config.DEMO_SHOPS);
      if (small) say(`Small demo stores: ${small.First} to ${small.Last}`);
    }
  }
};
const standIn = createStandIn({
  ports: [config.PORT, ...(config.SUPPORT_ISSUER ? [config.SUPPORT_PORT] : [])],
  host: config.HOST,
  reasons,
});
standIn.open();
const children = listProcesses(config).map((spec) =>
  keepRunning(spec, {
    environment: process.env,
    onChange: () => reportHealth(),
    say: logOfSupervisor,
    onDamage: files.damaged,
    // Without its store, a process would create a new one.
    mayStart: files.arePresent,
    ...(spec.name === "web"
      ? { onWillListen: () => void standIn.close(), onGone: () => stopping || standIn.open() }
      : {}),
  }),
);
if (embedded.documents)
  watchReadModels({
    dataDir: resolve(config.DATA_DIR),
    say: logOfSupervisor,
    writer: () => children.find(writesReadModels)?.readyPid(),
    signal: watching.signal,
  });

const drainMs = config.DRAIN_SECONDS * 1_000;
const building = new AbortController();
let stopping = false;
/** Ends all processes. SIGINT drains nothing. */
const stop = async (code: number, signal: "SIGTERM" | "SIGINT") => {
  if (stopping) return;
  stopping = true;
  clearTimeout(heartbeat);
  building.abort();
  watching.abort();
  await Promise.all([stopChildren(children, { signal, drainMs }), disk.atRest()]);
  process.exit(code);
};
for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => void stop(0, signal));
// A child recovers without an event, so health is sent on a timer, which also keeps this process alive while all others
// are down.
const beat = () => {
  heartbeat = setTimeout(beat, computeMsUntilTick(2_000));
  reportHealth();
};
let heartbeat = setTimeout(beat, computeMsUntilTick(2_000));

if (config.METRICS_PORT !== undefined) {
  const [{ startHealthServer }, { gatherMetrics }] = await Promise.all([
    import("#application/http/health/health-server.ts"),
    import("./gather-metrics.ts"),
  ]);
  const { METRICS_PORT: port, METRICS_HOST: host } = config;
  const registry = gatherMetrics(children, (child) => !opensNoStore(child));
  const health = () => ({ ok: reasons().length === 0, reasons: reasons() });
  await startHealthServer({ registry, health, host, port }).catch((error: NodeJS.ErrnoException) =>
    exitWith(explainPort("METRICS_PORT", { port, host }, error.code ?? error.message)),
  );
}

const buildFrontends = async (): Promise<void> => {
  await buildFrontend("merchant", building.signal);
  frontend = undefined;
  reportHealth();
  // Merchants don't wait for the console, whose page says so until it is built.
  if (config.SUPPORT_ISSUER !== undefined)
    await buildFrontend("support", building.signal).catch((error: Error) => {
      if (!stopping) logOfSupervisor(`The support console has no pages. ${error.message}`);
    });
};
buildFrontends().catch((error: Error) => {
  if (stopping) return;
  console.error(error.message);
  void stop(1, "SIGINT");
});
