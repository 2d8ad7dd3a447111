import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openStores } from "#infra/stores/open-stores.ts";
import { createSystemClock } from "#infra/system/clock.ts";
import { childEnvironment } from "#tests/support/child-environment.ts";
import { freePort } from "#tests/support/start-sheaf.ts";
import { until } from "#tests/support/until.ts";

let dataDir: string;
let child: ChildProcess | undefined;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "sheaf-given-up-"));
});
afterEach(async () => {
  child?.kill("SIGKILL");
  await rm(dataDir, { recursive: true, force: true });
});

const givenDeadJob = async (): Promise<void> => {
  const { workQueue, close } = await openStores({
    config: { DATA_DIR: dataDir },
    clock: createSystemClock(),
    readModels: "write",
  });
  await workQueue.enqueue({
    id: "send-mail:m1",
    kind: "send-mail",
    lane: "mail",
    tenant: "s",
    dueAt: new Date(0),
    payload: {},
  });
  const job = await workQueue.claim({ kinds: ["send-mail"], lanes: ["mail"], worker: "w", leaseMs: 1_000 });
  if (job) await workQueue.deadLetter(job, "It is broken.");
  await close();
};

it("a job that was given up is reported in /healthz and in the metrics", async () => {
  await givenDeadJob();
  const [port, metricsPort] = [await freePort(), await freePort()];
  const web = fileURLToPath(new URL("web.ts", import.meta.url));
  // Without a supervisor the process serves its own metrics.
  child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", web], {
    env: {
      ...childEnvironment,
      DATA_DIR: dataDir,
      LOG_LEVEL: "error",
      PORT: String(port),
      METRICS_PORT: String(metricsPort),
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const ask = async (address: string): Promise<string> => {
    const response = await fetch(address).catch(() => undefined);
    return (await response?.text()) ?? "";
  };
  const said = await until("it is reported", async () => {
    const health = await ask(`http://127.0.0.1:${port}/healthz`);
    return health.includes("given up") ? health : undefined;
  });
  expect(said).toMatch(
    /1 job was given up \(send-mail: 1\)\. The support console lists them .*Without a console, stop Sheaf and run 'npm run repair'/,
  );
  expect(await ask(`http://127.0.0.1:${metricsPort}/metrics`)).toContain('jobs_dead{kind="send-mail"} 1');
});
