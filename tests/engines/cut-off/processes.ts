import { once } from "node:events";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { freePort } from "#tests/support/start-sheaf.ts";
import { type Alone, createAloneProcesses } from "#tests/support/started-alone.ts";
import { until } from "#tests/support/until.ts";

const inTwo = [
  "projections/main.ts",
  "exporter/main.ts",
  "scheduler/main.ts",
  "deliverer/main.ts",
  "relay/main.ts",
  "infra/start/web.ts",
];
const web = "infra/start/web.ts";

export type Running = { module: string; process: Alone };
export type Everything = {
  /** Of the two web processes. */
  urls: readonly [string, string];
  demoUrl: string;
  /** All but the demo store. */
  all: readonly Running[];
  said(): string;
  /** SIGTERM to each, which must end well. */
  end(): Promise<void>;
  remove(): Promise<void>;
};

/** Two of each process that does anything for a merchant, and one upkeep, each with a folder of its own. */
export const startInTwo = async (options: {
  ports: [number, number];
  env: Readonly<Record<string, string>>;
}): Promise<Everything> => {
  const [port, demoPort] = options.ports;
  const folder = await mkdtemp(join(tmpdir(), "sheaf-cut-off-"));
  const demoUrl = `http://localhost:${demoPort}`;
  const processes = createAloneProcesses({ ...options.env, DEMO_STORE_PORT: String(demoPort) });
  const second = await freePort();
  const start = async (module: string, n: number): Promise<Running> => {
    const DATA_DIR = join(folder, `${module.replaceAll("/", "-")}-${n}`);
    await mkdir(DATA_DIR, { recursive: true, mode: 0o700 });
    const PORT = String(module === web && n === 2 ? second : port);
    return { module, process: await processes.start(module, { DATA_DIR, PORT, APP_URL: `http://localhost:${port}` }) };
  };
  const demo = await start("infra/demo-store/main.ts", 1);
  // It has no door; whatever it answers, it is there.
  const answers = () =>
    fetch(demoUrl).then(
      () => true,
      () => false,
    );
  await until("the demo store answers", answers, { within: 60_000, picture: demo.process.said });
  const all: Running[] = [];
  const begin = async (module: string, n: number) => {
    all.push(await start(module, n));
  };
  // Read models first, as web processes answer 503 without them.
  for (const module of inTwo) for (const n of [1, 2]) await begin(module, n);
  await begin("upkeep/main.ts", 1);
  const everything = [demo, ...all];
  return {
    urls: [`http://localhost:${port}`, `http://localhost:${second}`],
    demoUrl,
    all,
    said: () => everything.map(({ module, process }) => `--- ${module}\n${process.said()}`).join("\n"),
    async end() {
      for (const { module, process } of everything.toReversed()) {
        process.child.kill("SIGTERM");
        expect(await once(process.child, "exit"), `${module}: ${process.said()}`).toEqual([0, null]);
      }
    },
    async remove() {
      await processes.end();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
