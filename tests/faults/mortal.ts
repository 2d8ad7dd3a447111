import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { StoresOptions } from "#infra/stores/stores-options.ts";
import { type StartedSheaf, startSheaf } from "#tests/support/start-sheaf.ts";
import { countEvents } from "./recorded-events.ts";

/** All of Sheaf with a demo store, of which processes are killed and come back. */
export type Mortal = {
  url: string;
  demoUrl: string;
  /** By which a test opens what is kept there, beside it. */
  config: StoresOptions["config"];
  /** How many of the failpoints were reached. */
  killed(): Promise<number>;
  /** Files in the scratch folder. */
  scratch(): Promise<string[]>;
  /** How many events there are, by type. */
  events(): Promise<Record<string, number>>;
  /** Bulk operations requested from the platform. */
  operations(shop: string): Promise<number>;
  end(): Promise<void>;
};
export type StartMortal = (given: {
  ports: readonly [number, number];
  env: Readonly<Record<string, string>>;
  failpoints: readonly string[];
}) => Promise<Mortal>;

/** Names in a folder; none where it is not there. */
export const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);

/** The platform's data of a shop is in a separate file, which outlives its process. */
export const operationsIn = async (dataDir: string, shop: string): Promise<number> => {
  const state = JSON.parse(await readFile(join(dataDir, "demo-store.json"), "utf8"));
  return state[shop]?.bulkOperations?.length ?? 0;
};

/**
 * Starts Sheaf like `npm start`, in one folder. If the supervisor is killed, all end and are restarted as by an init
 * system.
 */
export const startInOneFolder: StartMortal = async ({ ports: [port, demoPort], env, failpoints }) => {
  const dataDir = await mkdtemp(join(tmpdir(), "sheaf-kill-"));
  const start = () =>
    startSheaf({
      dataDir,
      ports: [port, demoPort],
      env: { ...env, FAILPOINTS: failpoints.join(",") },
      readyWithin: 240_000,
    });
  let sheaf: StartedSheaf = await start();
  let stopped = false;
  const guard = (async () => {
    while (!stopped) {
      if (sheaf.process.signalCode === "SIGKILL") sheaf = await start();
      await pause(50);
    }
  })();
  return {
    url: sheaf.url,
    demoUrl: sheaf.demoUrl,
    config: { DATA_DIR: dataDir },
    killed: async () => failpoints.filter((name) => existsSync(join(dataDir, "failpoints", name))).length,
    scratch: () => namesIn(join(dataDir, "scratch")),
    events: async () => countEvents(dataDir),
    operations: (shop) => operationsIn(dataDir, shop),
    async end() {
      stopped = true;
      await guard;
      await sheaf.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};
