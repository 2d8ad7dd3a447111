import { rm } from "node:fs/promises";
import { join } from "node:path";
import { describe, inject } from "vitest";
import { engines } from "#tests/contract/support/adapters.ts";
import type { TierEngines } from "../engines/own-engines.ts";
import { whereIs } from "./every-byte.ts";
import { type StartedSheaf, startSheaf } from "./start-sheaf.ts";

const isDistributed = engines === "distributed";
const areThere = () => inject("mongoUrl") !== undefined && inject("kafka") !== undefined;

/**
 * Runs tests over the engines of their tier. They are skipped if the engines aren't available, and the tier's setup has
 * logged why.
 */
export const describeOverTier = describe.skipIf(isDistributed && !areThere());

const embedded: TierEngines = {
  settings: {},
  whereIs,
  hasTitles: [/^events\.db/, /^read-models\.db/, /^state\.db/],
  async dropReadModels(dataDir) {
    for (const ending of ["", "-wal", "-shm"]) await rm(join(dataDir, `read-models.db${ending}`), { force: true });
  },
  close: async () => undefined,
};

/** Engines for one product in which nothing is yet. Their clients are loaded in their tier alone. */
export const openTierEngines = async (): Promise<TierEngines> =>
  isDistributed ? (await import("../engines/own-engines.ts")).openOwnEngines() : embedded;

/** Like {@link startSheaf}, over its own engines, which end with it. */
export const startOverTier = async (options: Parameters<typeof startSheaf>[0] = {}): Promise<StartedSheaf> => {
  const { settings, close } = await openTierEngines();
  try {
    const sheaf = await startSheaf({ ...options, env: { ...options.env, ...settings } });
    return { ...sheaf, stop: () => sheaf.stop().finally(close) };
  } catch (error) {
    await close();
    throw error;
  }
};
