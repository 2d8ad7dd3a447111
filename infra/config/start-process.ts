import { onTick } from "../ports/tick.ts";
import { BadConfiguration, type Config, findConfigWarnings, readConfig } from "./config.ts";
import { notifySupervisor } from "./notify-supervisor.ts";
import { exitWithSupervisor } from "./supervisor-gone.ts";

const heartbeatEveryMs = 2_000;

/** Shows the supervisor that this process isn't stuck. */
const sendHeartbeats = (): void => {
  if (!process.send) return;
  onTick(() => notifySupervisor({ kind: "alive" }), heartbeatEveryMs);
};

/**
 * Starts every Sheaf process, before it opens anything. New files are private to their owner (on Windows the folder
 * does it). The process ends with its supervisor.
 * @throws {BadConfiguration} about every bad setting
 */
export const startProcess = (): Config => {
  if (process.platform !== "win32") process.umask(0o077);
  exitWithSupervisor();
  const config = readConfig(process.env);
  // The supervisor has warned of its children's environment.
  if (!process.send) for (const doubt of findConfigWarnings(process.env, config)) console.warn(doubt);
  sendHeartbeats();
  return config;
};

/** Starts a standalone process; bad settings print the reason and end it. */
export const startProcessOrExit = (): Config => {
  try {
    return startProcess();
  } catch (error) {
    if (!(error instanceof BadConfiguration)) throw error;
    console.error(error.message);
    notifySupervisor({ kind: "trouble", sentence: error.message });
    process.exit(1);
  }
};
