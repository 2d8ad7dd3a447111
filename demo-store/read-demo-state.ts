import { join } from "node:path";
import type { Config } from "#infra/config/config.ts";
import { readDemoNow } from "./read-demo-now.ts";
import { createInstallationStore } from "./services/state.ts";

/**
 * Reads the demo store's files in the data folder.
 * @throws {Error} a sentence: one of them is damaged
 */
export const readDemoState = (
  config: Pick<Config, "DATA_DIR" | "DEMO_NOW">,
  now: Date,
): { demoNow: Date; statePath: string } => {
  const statePath = join(config.DATA_DIR, "demo-store.json");
  createInstallationStore(statePath);
  return { demoNow: readDemoNow(config.DATA_DIR, config.DEMO_NOW, now), statePath };
};
