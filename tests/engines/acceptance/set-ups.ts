import { once } from "node:events";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { createStandaloneProcesses, type StandaloneProcess } from "#tests/support/standalone-processes.ts";
import { type StartedSheaf, startSheaf } from "#tests/support/start-sheaf.ts";
import { until } from "#tests/support/until.ts";

/** All of Sheaf, with a demo store, started and ended as often as wanted over what it keeps. */
export type SetUp = {
  url: string;
  demoUrl: string;
  /** Starts every process, whose clocks stand at this moment (ISO UTC); resolves when all are ready. */
  begin(clockNow: string): Promise<void>;
  /** SIGTERM to every process, which must end well. */
  end(): Promise<void>;
  /** The output of all processes so far. */
  said(): string;
  /** Kills what still runs, and removes what it kept on this machine. */
  remove(): Promise<void>;
};
export type SetUpOptions = { ports: [number, number]; env: Readonly<Record<string, string>> };

const addressesOf = ([port, demoPort]: SetUpOptions["ports"]) => ({
  url: `http://localhost:${port}`,
  demoUrl: `http://localhost:${demoPort}`,
});
const newFolder = () => mkdtemp(join(tmpdir(), "sheaf-acceptance-"));

/** Starts Sheaf like `npm start`, on one folder. */
export const embeddedSetUp = async ({ ports, env }: SetUpOptions): Promise<SetUp> => {
  const dataDir = await newFolder();
  let sheaf: StartedSheaf | undefined;
  return {
    ...addressesOf(ports),
    async begin(CLOCK_NOW) {
      sheaf = await startSheaf({ dataDir, ports, env: { ...env, CLOCK_NOW }, readyWithin: 240_000 });
    },
    async end() {
      expect(await sheaf?.stop(), sheaf?.output()).toBe(0);
      sheaf = undefined;
    },
    said: () => sheaf?.output() ?? "",
    async remove() {
      await sheaf?.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};

const demoStore = "demo-store/main.ts";
const services = ["projections", "exporter", "scheduler", "deliverer", "upkeep"].map((name) => `${name}/main.ts`);

/**
 * Every process started by itself, over the engines that `env` names; each has its own folder, as on its own machine.
 */
export const distributedSetUp = async ({ ports, env }: SetUpOptions): Promise<SetUp> => {
  const folder = await newFolder();
  const modules = [...services, ...(env.KAFKA_BROKERS ? ["relay/main.ts"] : []), "processes/web.ts"];
  const { url, demoUrl } = addressesOf(ports);
  const [PORT, DEMO_STORE_PORT] = ports.map(String);
  const processes = createStandaloneProcesses({ ...env, PORT: PORT ?? "", DEMO_STORE_PORT: DEMO_STORE_PORT ?? "" });
  let started: StandaloneProcess[] = [];
  const start = async (module: string, CLOCK_NOW: string): Promise<StandaloneProcess> => {
    const DATA_DIR = join(folder, module.replaceAll("/", "-"));
    await mkdir(DATA_DIR, { recursive: true, mode: 0o700 });
    const one = await processes.start(module, { CLOCK_NOW, DATA_DIR });
    started.push(one);
    return one;
  };
  return {
    url,
    demoUrl,
    async begin(clockNow) {
      const { said } = await start(demoStore, clockNow);
      // It has no health server; any response shows that it is running.
      const answers = () =>
        fetch(demoUrl).then(
          () => true,
          () => false,
        );
      await until("the demo store answers", answers, { within: 60_000, picture: said });
      const all = await Promise.all(modules.map((module) => start(module, clockNow)));
      await Promise.all(all.map((one) => one.isReady()));
    },
    async end() {
      for (const { child, said } of started.reverse()) {
        child.kill("SIGTERM");
        expect(await once(child, "exit"), said()).toEqual([0, null]);
      }
      started = [];
    },
    said: () => started.map((one) => one.said()).join(""),
    async remove() {
      await processes.end();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
