import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { failpointMarker } from "#application/process/failpoint.ts";
import type { StoresOptions } from "#infra/stores/stores-options.ts";
import { keepRunning } from "./keep-running.ts";

/** Where reports are kept and led on while processes are killed. */
export type Place = {
  /** By which the test itself opens what is kept there. */
  config: StoresOptions["config"];
  /** How long everything may take, ms. */
  patience: number;
  /**
   * Starts two of each process, with these settings beside the place's own, each of the failpoints armed for one death
   * in all; what is killed comes back. Ends them when the returned function is called. @throws {Error} one of them ended by
   * itself
   */
  run(env: Readonly<Record<string, string>>, failpoints: readonly string[]): Promise<() => Promise<void>>;
  /** Names of the failpoints at which a process was killed so far. */
  killedAt(): Promise<string[]>;
  remove(): Promise<void>;
};

/** One whose failpoints can be armed while processes run. */
export type FolderPlace = Place & {
  /** Nothing dies there until they are armed. */
  disarm(failpoints: readonly string[]): Promise<void>;
  arm(failpoint: string): Promise<void>;
  /** Which of them killed since they were armed. */
  hasKilledAt(failpoints: readonly string[]): Promise<string[]>;
};

/**
 * In one folder, like `npm start`. Only the processes of automated reports run: schedulers, exporters and deliverers.
 */
export const inOneFolder = async (): Promise<FolderPlace> => {
  const dataDir = await mkdtemp(join(tmpdir(), "sheaf-kill-"));
  const markers = join(dataDir, "failpoints");
  return {
    config: { DATA_DIR: dataDir },
    patience: 150_000,
    run: async (env, failpoints) => keepRunning(dataDir, { ...env, FAILPOINTS: failpoints.join(",") }),
    killedAt: () => readdir(markers).catch(() => []),
    disarm: async (failpoints) => {
      await mkdir(markers);
      for (const name of failpoints) await writeFile(failpointMarker(dataDir, name), "");
    },
    arm: (failpoint) => rm(failpointMarker(dataDir, failpoint)),
    hasKilledAt: async (failpoints) => failpoints.filter((name) => existsSync(failpointMarker(dataDir, name))),
    remove: () => rm(dataDir, { recursive: true, force: true }),
  };
};
