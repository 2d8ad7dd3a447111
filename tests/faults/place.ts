import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { StoresOptions } from "#infra/start/opening.ts";
import { keepRunning } from "./keep-running.ts";

/** Where reports are kept and led on while processes are killed. */
export type Place = {
  /** By which the test itself opens what is kept there. */
  config: StoresOptions["config"];
  /** How long everything may take, ms. */
  patience: number;
  /**
   * Starts two of each process, with these settings beside the place's own, each of the failpoints armed for one death in all; what is killed
   * comes back. Ends them when the answer is called. @throws {Error} one of them ended by itself
   */
  run(env: Readonly<Record<string, string>>, failpoints: readonly string[]): Promise<() => Promise<void>>;
  /** Names of the failpoints at which a process was killed so far. */
  killedAt(): Promise<string[]>;
  remove(): Promise<void>;
};

/** In one folder, as `npm start` keeps things; only what automated reports need is running: schedulers, exporters and deliverers. */
export const inOneFolder = async (): Promise<Place> => {
  const dataDir = await mkdtemp(join(tmpdir(), "sheaf-kill-"));
  return {
    config: { DATA_DIR: dataDir },
    patience: 150_000,
    run: async (env, failpoints) => keepRunning(dataDir, { ...env, FAILPOINTS: failpoints.join(",") }),
    killedAt: () => readdir(join(dataDir, "failpoints")).catch(() => []),
    remove: () => rm(dataDir, { recursive: true, force: true }),
  };
};
