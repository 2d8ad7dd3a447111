import { type ChildProcess, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openStores } from "#infra/stores/open-stores.ts";
import { createSystemClock } from "#infra/system/clock.ts";
import { createTempFolder } from "#tests/contract/support/temp-folder.ts";
import { childEnvironment } from "#tests/support/child-environment.ts";

const root = fileURLToPath(new URL("../", import.meta.url));
const flags = ["--disable-warning=ExperimentalWarning"];

let folder: Awaited<ReturnType<typeof createTempFolder>>;
let child: ChildProcess | undefined;
beforeEach(async () => {
  folder = await createTempFolder();
});
afterEach(async () => {
  child?.kill("SIGKILL");
  await folder.remove();
});

const environment = (more: Record<string, string> = {}) => ({
  ...childEnvironment,
  DATA_DIR: folder.path,
  LOG_LEVEL: "error",
  ...more,
});

const start = (more: Record<string, string> = {}): ChildProcess => {
  child = fork(`${root}processes/workers.ts`, [], {
    execArgv: flags,
    env: environment({ LOG_LEVEL: "silent", ...more }),
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  return child;
};

/** Runs services, given as code, in one process. Returns its exit code, its log lines and its messages to the supervisor. */
const host = async (services: string) => {
  const code = `
    import { hostWorkers } from "./hosting/host-workers.ts";
    await hostWorkers({ name: "workers", title: "The workers" }, [${services}]);`;
  const started = spawn(process.execPath, [...flags, "--input-type=module", "--eval", code], {
    cwd: root,
    env: environment(),
    stdio: ["ignore", "pipe", "ignore", "ipc"],
  });
  child = started;
  let printed = "";
  started.stdout?.on("data", (text) => (printed += text));
  const told: unknown[] = [];
  started.on("message", (message) => told.push(message));
  const [exitCode] = await once(started, "close");
  const lines = printed.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line)]));
  return { exitCode, told, lines };
};
const waits = `{ name: "scheduler", title: "The scheduler", async run({ ready }) { ready(); await new Promise(() => {}); } }`;

describe("the process with several services", () => {
  it("is ready when all of them are, and stops on request", async () => {
    const workers = start();
    expect(await once(workers, "message")).toMatchObject([{ kind: "ready" }, undefined]);
    workers.kill("SIGTERM");
    expect(await once(workers, "exit")).toEqual([0, null]);
  });

  it("ends when its supervisor is gone", async () => {
    const workers = start();
    await once(workers, "message");
    workers.disconnect();
    expect(await once(workers, "exit")).toEqual([0, null]);
  });

  it("resumes its predecessor's jobs at once, for each service", async () => {
    const clock = createSystemClock({ fixedNow: undefined });
    const { workQueue, close } = await openStores({ config: { DATA_DIR: folder.path }, clock, readModels: "none" });
    const jobs = [
      { id: "a mail", kind: "send-mail", lane: "mail" },
      { id: "a delivery", kind: "deliver-run", lane: "deliver" },
      { id: "a report", kind: "plan-automation", lane: "schedule" },
      { id: "a duty", kind: "check-subscription", lane: "upkeep" },
    ];
    for (const { id, kind, lane } of jobs) {
      await workQueue.enqueue({ id, kind, lane, tenant: "t", dueAt: clock.now(), payload: {} });
      await workQueue.claim({ kinds: [kind], lanes: [lane], worker: "the workers", leaseMs: 3_600_000 });
    }
    start({ JOBS_HOLDER: "the workers" });
    // With these payloads each job completes or waits for another attempt.
    const untouched = async () =>
      (await workQueue.listOpenJobs({ limit: 10 })).jobs.flatMap(({ id, state }) => (state === "pausing" ? [] : [id]));
    await expect.poll(untouched).toEqual([]);
    await close();
  });

  it("ends if one of them can't continue, and says which", async () => {
    const { exitCode, told, lines } = await host(
      `${waits}, { name: "upkeep", title: "Upkeep", async run({ ready }) { ready(); throw new Error("it broke"); } }`,
    );
    expect(exitCode).toBe(1);
    expect(told).toContainEqual({ kind: "ready" });
    expect(told.at(-1)).toEqual({
      kind: "trouble",
      sentence: "Upkeep cannot continue (it broke). See the log for details.",
    });
    expect(lines).toMatchObject([{ part: "upkeep", msg: "Upkeep cannot continue." }]);
  });

  it("ends without being ready if one of them can't start", async () => {
    const { exitCode, told, lines } = await host(
      `${waits}, { name: "upkeep", title: "Upkeep", async run() { throw new Error("it broke"); } }`,
    );
    expect(exitCode).toBe(1);
    expect(told).not.toContainEqual({ kind: "ready" });
    expect(lines).toMatchObject([{ part: "upkeep", msg: "Upkeep cannot start." }]);
  });

  it("ends on an unhandled rejection", async () => {
    const { exitCode, told } = await host(
      `${waits}, { name: "upkeep", title: "Upkeep", async run({ ready }) { ready(); Promise.reject(new Error()); await new Promise(() => {}); } }`,
    );
    expect([exitCode, told]).toEqual([1, [{ kind: "ready" }]]);
  });
});
