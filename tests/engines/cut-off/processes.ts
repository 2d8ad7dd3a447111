import { once } from "node:events";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { createStandaloneProcesses, type StandaloneProcess } from "#tests/support/standalone-processes.ts";
import { freePort } from "#tests/support/start-sheaf.ts";
import { until } from "#tests/support/until.ts";

const web = "processes/web.ts";
const single = ["projections/main.ts", "relay/main.ts", "upkeep/main.ts"];
const twins = ["exporter/main.ts", "scheduler/main.ts", "deliverer/main.ts", web];

/** For a busy machine, ms. */
const readyWithin = 120_000;
const mostStarts = 3;

type Running = { module: string; process: StandaloneProcess };
export type Everything = {
  /** URLs of the two web processes. */
  urls: readonly [string, string];
  demoUrl: string;
  /** All but the demo store. */
  all: readonly Running[];
  said(): string;
  /** SIGTERM to each, which must end well. */
  end(): Promise<void>;
  /** Kills what still runs, and removes what it kept. */
  close(): Promise<void>;
};

/** Two of each process that could do work twice, and one of the others, each with its own folder. */
export const startInTwo = async (options: {
  ports: [number, number];
  env: Readonly<Record<string, string>>;
}): Promise<Everything> => {
  const [port, demoPort] = options.ports;
  const folder = await mkdtemp(join(tmpdir(), "sheaf-cut-off-"));
  const demoUrl = `http://localhost:${demoPort}`;
  const processes = createStandaloneProcesses({ ...options.env, DEMO_STORE_PORT: String(demoPort) });
  const secondPort = await freePort();
  const close = async () => {
    await processes.end();
    await rm(folder, { recursive: true, force: true });
  };
  const start = async (module: string, n: number): Promise<Running> => {
    const DATA_DIR = join(folder, `${module.replaceAll("/", "-")}-${n}`);
    await mkdir(DATA_DIR, { recursive: true, mode: 0o700 });
    const PORT = String(module === web && n === 2 ? secondPort : port);
    return { module, process: await processes.start(module, { DATA_DIR, PORT, APP_URL: `http://localhost:${port}` }) };
  };
  const ready = async (module: string, n: number): Promise<Running> => {
    for (let tries = 1; ; tries += 1) {
      const one = await start(module, n);
      try {
        await one.process.isReady(readyWithin);
        return one;
      } catch (error) {
        // A process that finds an engine too slow at its start ends, and its supervisor restarts it.
        if (tries === mostStarts || one.process.child.exitCode === null) throw error;
      }
    }
  };
  const answers = () =>
    fetch(demoUrl).then(
      () => true,
      () => false,
    );
  try {
    const demo = await start("demo-store/main.ts", 1);
    // It has no health server; any response shows that it is running.
    await until("the demo store answers", answers, { within: readyWithin, picture: demo.process.said });
    const all: Running[] = [];
    // One after the other: the first makes what all stand on, and a machine of two cores starts no two faster.
    for (const module of single) all.push(await ready(module, 1));
    for (const module of twins) for (const n of [1, 2]) all.push(await ready(module, n));
    const everything = [demo, ...all];
    return {
      urls: [`http://localhost:${port}`, `http://localhost:${secondPort}`],
      demoUrl,
      all,
      said: () => everything.map(({ module, process }) => `--- ${module}\n${process.said()}`).join("\n"),
      async end() {
        for (const { module, process } of everything.toReversed()) {
          process.child.kill("SIGTERM");
          expect(await once(process.child, "exit"), `${module}: ${process.said()}`).toEqual([0, null]);
        }
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
};
