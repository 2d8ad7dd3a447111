import { execFile, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { completed } from "#application/jobs/job.ts";
import { runJobs } from "#application/jobs/run-jobs.ts";
import { openStores } from "#infra/stores/open-stores.ts";
import { createSystemClock } from "#infra/system/clock.ts";
import { descendantsOf, switchesOf } from "#tests/support/processes.ts";
import { freePort, startSheaf } from "#tests/support/start-sheaf.ts";
import { type Figure, median, percentile } from "./measure.ts";

const child = fileURLToPath(new URL("./idle-child.ts", import.meta.url));
const rounds = 100;
const measured = 20_000;
/** After a start the engine tidies up for some time, ms. */
const settling = 60_000;

/** ms by the machine's steady clock, which all processes share. */
export const now = (): number => Number(process.hrtime.bigint()) / 1e6;
/** An event or job of the other process, and when it had its response. */
export type Written = { id: string; at: number };

/** `wakes`: context switches of all threads, wanted or not. `ms`: time of a core. */
type Use = { name: string; wakes: number; ms: number };

const nameOf = (command: string): string => {
  const [, folder = "", module = ""] = /([\w-]+)\/([\w-]+)\.ts/.exec(command) ?? [];
  if (folder === "start") return module === "main" ? "supervisor" : module;
  return folder;
};

const useOf = async (pid: number, ticksPerSecond: number): Promise<Use> => {
  const [command, stat] = await Promise.all([
    readFile(`/proc/${pid}/cmdline`, "utf8"),
    readFile(`/proc/${pid}/stat`, "utf8"),
  ]);
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const ticks = Number(fields[11]) + Number(fields[12]);
  const { wanted, forced } = await switchesOf(pid);
  return { name: nameOf(command), wakes: wanted + forced, ms: (ticks * 1_000) / ticksPerSecond };
};

/** Use of each process of the product while it has nothing to do. */
const idleUse = async (): Promise<Figure[]> => {
  const { stdout } = await promisify(execFile)("getconf", ["CLK_TCK"]);
  const sheaf = await startSheaf({ env: { SUPPORT_CONSOLE: "true", SUPPORT_PORT: String(await freePort()) } });
  try {
    const supervisor = sheaf.process.pid ?? 0;
    await pause(settling);
    const pids = [supervisor, ...(await descendantsOf(supervisor))];
    const look = async () =>
      (await Promise.all(pids.map((pid) => useOf(pid, Number(stdout)).catch(() => undefined)))).filter(
        (use) => use !== undefined,
      );
    const before = await look();
    const started = now();
    await pause(measured);
    const after = await look();
    const seconds = (now() - started) / 1_000;
    if (before.length !== after.length) throw new Error("A process ended meanwhile. Run it again.");
    const used = after.map(({ name, wakes, ms }, n) => ({
      name,
      wakes: (wakes - (before[n]?.wakes ?? 0)) / seconds,
      share: (ms - (before[n]?.ms ?? 0)) / seconds / 10,
    }));
    const wakes = used.reduce((sum, each) => sum + each.wakes, 0);
    const share = used.reduce((sum, each) => sum + each.share, 0);
    return [
      ...used.flatMap(({ name, ...each }): Figure[] => [
        { name: `${name}, wake-ups`, value: each.wakes, unit: "/s" },
        { name: `${name}, of a core`, value: each.share, unit: "%" },
      ]),
      { name: "all, wake-ups", value: wakes, unit: "/s", goal: { text: "at most 60", met: wakes <= 60 } },
      { name: "all, of a core", value: share, unit: "%", goal: { text: "at most 3", met: share <= 3 } },
    ];
  } finally {
    await sheaf.stop();
  }
};

/** Measures the time from another process's answer until a follower has its event and a worker has begun its job. */
const toldAfter = async (): Promise<Figure[]> => {
  const folder = await mkdtemp(join(tmpdir(), "sheaf-bench-"));
  const clock = createSystemClock();
  const stores = await openStores({ config: { DATA_DIR: folder }, clock, readModels: "none" });
  const stop = new AbortController();
  const told = new Map<string, number>();
  const { workQueue } = stores;
  let woken = 0;
  const running = [
    stores.eventStore.follow(
      {},
      async (events) => {
        for (const { id } of events) told.set(id, now());
      },
      stop.signal,
    ),
    runJobs({
      queue: {
        ...workQueue,
        waitForJobs: async (...args) => {
          await workQueue.waitForJobs(...args);
          woken = now();
        },
      },
      clock,
      log: { info: () => undefined, warn: console.warn, error: console.error },
      worker: "bench",
      lanes: ["bench"],
      claims: [{ kinds: ["bench"], atOnce: 1 }],
      handlers: {
        bench: {
          run: async ({ id }) => {
            told.set(id, woken);
            told.set(`begun ${id}`, now());
            return completed;
          },
        },
      },
      signal: stop.signal,
    }),
  ];
  try {
    const written: Written[] = [];
    const writer = fork(child, [folder, String(rounds)], { execArgv: ["--disable-warning=ExperimentalWarning"] });
    writer.on("message", (message) => void written.push(message as Written));
    await once(writer, "exit");
    await pause(1_000);
    // News may arrive before the response.
    const after = ({ id, at }: Written, what: string) =>
      Math.max(0, (told.get(what + id) ?? Number.POSITIVE_INFINITY) - at);
    const figures = (name: string, first: string, what = ""): Figure[] => {
      const all = written.filter(({ id }) => id.startsWith(first)).map((one) => after(one, what));
      const p99 = percentile(all, 0.99);
      return [
        { name: `${name}, p50 of ${all.length}`, value: median(all), unit: "ms" },
        { name: `${name}, p99`, value: p99, unit: "ms", goal: { text: "under 50 ms", met: p99 < 50 } },
      ];
    };
    return [
      ...figures("a follower told of another process's event", "e"),
      ...figures("a worker told of another process's job", "j"),
      ...figures("that job begun", "j", "begun "),
    ];
  } finally {
    stop.abort();
    await Promise.all(running);
    await stores.close();
    await rm(folder, { recursive: true, force: true });
  }
};

/** Measures the product with nothing to do, and how soon it notices new work. Reads `/proc`, so it needs Linux. */
export const run = async (): Promise<Figure[]> => {
  if (process.platform !== "linux") throw new Error("This benchmark reads /proc. Run it on Linux.");
  return [...(await toldAfter()), ...(await idleUse())];
};
