import { execFileSync } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { getPriority, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, expect, it } from "vitest";
import { type Child, keepRunning } from "./child.ts";
import { codeCache } from "./code-cache.ts";
import { demoStoreStart, exporterStart, listProcesses, smallHeap } from "./processes.ts";

let child: Child | undefined;
const said: string[] = [];
let listens = 0;
afterEach(async () => {
  await child?.stop(0);
  said.length = 0;
});

type Given = {
  environment?: NodeJS.ProcessEnv;
  /** Environment variables of this process alone. */
  started?: Record<string, string>;
  ends?: number;
  flags?: readonly string[];
  niceness?: number;
};

const given = ({ environment = {}, started = {}, ends = 2_000, flags = [], ...spec }: Given = {}) => {
  child = keepRunning(
    { name: "worker", module: "tests/support/speaking-process.ts", flags, environment: started, ...spec },
    {
      environment: { PATH: process.env.PATH, ...environment },
      onChange: () => undefined,
      say: (line) => said.push(line),
      onWillListen: () => {
        listens += 1;
      },
      hangLimits: { checkIntervalMs: 10, reportAfterMs: 1_000, killAfterMs: ends, killAfterAtStartMs: 60_000 },
    },
  );
  return child;
};
const readyPid = async (one: Child) => {
  await expect.poll(() => one.readyPid()).toBeDefined();
  return one.readyPid() ?? 0;
};

it.each([1, -1])("a process runs at its niceness, but never below that of its start: %i above it", async (above) => {
  const own = getPriority();
  const pid = await readyPid(given({ niceness: own + above }));
  expect(getPriority(pid)).toBe(own + Math.max(0, above));
});

it("a hanging process is reported, then killed and restarted, and the reason is named", async () => {
  const one = given();
  const pid = await readyPid(one);
  process.kill(pid, "SIGSTOP");
  await expect
    .poll(() => one.problem())
    .toBe("worker has not answered for 1 s; it will be killed and restarted after 2 s");
  await expect.poll(() => one.problem(), { interval: 1 }).toBe("worker: it did not answer for 2 s and was killed");
  await expect.poll(() => one.problem()).toBeUndefined();
  expect(one.readyPid()).not.toBe(pid);
  expect(() => process.kill(pid, 0)).toThrow(/ESRCH/);
  expect(said).toEqual([
    "worker has not answered for 1 s. It will be killed and restarted after 2 s.",
    "worker ended (it did not answer for 2 s and was killed); it starts again in 200 ms.",
  ]);
});

it("a process that is about to listen is given its ports, on every start", async () => {
  listens = 0;
  const one = given();
  const pid = await readyPid(one);
  expect(listens).toBe(1);
  process.kill(pid, "SIGKILL");
  await expect.poll(() => listens).toBe(2);
});

it("a process's notes are listed while it runs", async () => {
  const one = given({ started: { NOTE: "Kafka removes events." } });
  await expect.poll(() => one.notes()).toEqual(["Kafka removes events."]);
  await one.stop(0);
  expect(one.notes()).toEqual([]);
});

it("an exporter is started with flags that keep its memory flat", async () => {
  const exporters = listProcesses({ demoStore: true }).filter(({ module }) => module === "exporter/main.ts");
  expect(exporters.map(({ name, flags }) => [name, flags])).toEqual([
    ["exporter", exporterStart.flags],
    ["exporter-short", exporterStart.flags],
  ]);
  const pid = await readyPid(given({ flags: exporterStart.flags }));
  expect(execFileSync("ps", ["-o", "args=", "-p", `${pid}`], { encoding: "utf8" })).toContain(
    exporterStart.flags.join(" "),
  );
});

it("the demo store is started with flags that limit its memory, with or without the supervisor", async () => {
  expect(listProcesses({ demoStore: true })[0]).toMatchObject(demoStoreStart);
  const { scripts } = JSON.parse(await readFile("package.json", "utf8"));
  const { MALLOC_ARENA_MAX } = demoStoreStart.environment;
  expect(scripts["start:demo-store"]).toContain(`MALLOC_ARENA_MAX=${MALLOC_ARENA_MAX} exec node`);
  expect(scripts["start:demo-store"]).toContain(demoStoreStart.flags.join(" "));
});

it("the supervisor has a small heap for young objects and a compile cache, like the other processes", async () => {
  const others = listProcesses({ demoStore: false }).filter(({ module }) => module !== "exporter/main.ts");
  for (const { flags = [] } of others)
    expect(flags.join(" ")).toMatch(/^--max-semi-space-size=\d+ --heap-growing-percent=\d+$/);
  const { scripts } = JSON.parse(await readFile("package.json", "utf8"));
  expect(scripts.start).toContain(smallHeap.join(" "));
  expect(scripts.start).toMatch(/NODE_COMPILE_CACHE=\S*node_modules\/\.cache\/sheaf\S* exec node/);
});

it("a process keeps its compiled code for later ones, even if it is killed", async () => {
  const folder = await mkdtemp(join(tmpdir(), "sheaf-code-"));
  try {
    const one = given({ started: { NODE_COMPILE_CACHE: folder } });
    await readyPid(one);
    await expect.poll(async () => (await readdir(folder, { recursive: true })).length).toBeGreaterThan(2);
    expect(codeCache.NODE_COMPILE_CACHE).toBe(process.env.NODE_COMPILE_CACHE ?? resolve("node_modules/.cache/sheaf"));
  } finally {
    await child?.stop(0);
    await rm(folder, { recursive: true });
  }
});

it("a process that is busy for long without a pause is not restarted", async () => {
  const one = given({ environment: { BUSY_FOR: "1400" }, ends: 20_000 });
  const pid = await readyPid(one);
  await expect
    .poll(() => said)
    .toEqual([expect.stringMatching(/^worker has not answered for/), "worker answers again."]);
  expect(one.readyPid()).toBe(pid);
});

it("a process that ended unexpectedly is reported with the reason until it is ready again", async () => {
  const one = given();
  process.kill(await readyPid(one), "SIGKILL");
  await expect.poll(() => one.problem(), { interval: 1 }).toBe("worker ended (SIGKILL) and is starting again");
  await expect.poll(() => one.problem()).toBeUndefined();
});

it("a process that can't write is reported with the reason until it recovers", async () => {
  const one = given({ environment: { TROUBLED_FOR: "300" } });
  await expect.poll(() => one.problem(), { interval: 1 }).toBe("worker: The disk takes nothing.");
  await expect.poll(() => one.problem()).toBeUndefined();
  expect(one.readyPid()).toBeDefined();
});
