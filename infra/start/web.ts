import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { pino } from "pino";
import { upcasters } from "#domain/event-schemas.ts";
import packageJson from "../../package.json" with { type: "json" };
import { awaitPosition } from "../app/await-position.ts";
import { createCommandRunner } from "../app/command-runner.ts";
import { withFailpoints } from "../app/failing-runner.ts";
import { armFailpoints } from "../app/failpoint.ts";
import { stopGracefully } from "../app/http/graceful.ts";
import { createMetrics } from "../app/http/metrics.ts";
import { supervisedHealth } from "../app/http/supervised-health.ts";
import { readConfig } from "../config/config.ts";
import { openEmbeddedStores } from "../sqlite/open-embedded.ts";
import { storePlatformOf } from "../store-platform/from-config.ts";
import { createSystemClock } from "../system/clock.ts";
import { createSystemIds } from "../system/ids.ts";
import { composeWeb } from "./compose-web.ts";

/** The web process: both sides of the API, the files and the front end on one port. */

const config = readConfig(process.env);
armFailpoints(config.FAILPOINTS, config.DATA_DIR);
const log = pino({ level: config.LOG_LEVEL, base: { process: "web" }, timestamp: pino.stdTimeFunctions.isoTime });
const health = supervisedHealth(process);
const clock = createSystemClock({ fixedNow: config.CLOCK_NOW });
const ids = createSystemIds();
const stores = openEmbeddedStores({
  dataDir: config.DATA_DIR,
  clock,
  masterKey: config.MASTER_KEY,
  readModels: "read",
  onBusFault: (fault) => log.error(fault, "the message bus stumbled"),
});
const { eventStore, stateStore, vault, readStore, fileStore } = stores;
const stopping = new AbortController();

const { app } = composeWeb({
  config,
  runner: withFailpoints("web", createCommandRunner({ eventStore, stateStore, clock, ids, upcasters })),
  state: stateStore,
  readStore,
  vault,
  files: fileStore,
  clock,
  ids,
  platform: storePlatformOf(config, { stateStore, vault, clock, logger: log }),
  waitFor: (names, position) => awaitPosition({ readStore, names, position, signal: stopping.signal }),
  log,
  metrics: createMetrics({ processMetrics: true }),
  health,
  version: packageJson.version,
  frontend: fileURLToPath(new URL("../../frontend/merchant/dist", import.meta.url)),
});

const server = app.listen(config.PORT, (error) => {
  if (error) {
    log.fatal(
      { err: error },
      `Port ${config.PORT} cannot be listened on. Stop what uses it, or set PORT to another one.`,
    );
    process.exit(1);
  }
  log.info({ port: (server.address() as AddressInfo).port }, "the web process is listening");
  process.send?.({ kind: "ready" });
});

const stop = async () => {
  if (stopping.signal.aborted) return;
  stopping.abort();
  await stopGracefully(server, 3_000);
  await stores.close();
  process.exit(0);
};
process.on("SIGTERM", () => void stop());
process.on("SIGINT", () => void stop());
// The supervisor is gone: nobody would ever end this process.
process.on("disconnect", () => void stop());
