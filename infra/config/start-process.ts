import { onTick } from "../ports/tick.ts";
import { BadConfiguration, type Config, findConfigWarnings, readConfig } from "./config.ts";
import { notifySupervisor } from "./notify-supervisor.ts";
import { exitWithSupervisor } from "./supervisor-gone.ts";

const heartbeatEveryMs = 2_000;

/** Tells the supervisor, if there is one, that this process is not stuck. */
const sendHeartbeats = (): void => {
  if (!process.send) return;
  onTick(() => notifySupervisor({ kind: "alive" }), heartbeatEveryMs);
};

/**
 * First step of every Sheaf process, before it opens anything: makes new files private to their owner (on Windows, the
 * containing folder does that), reads the settings and warns of doubtful ones, sends signs of life to its supervisor,
 * and ends with it.
 * @throws {BadConfiguration} naming every bad setting in a sentence
 */
export const startProcess = (): Config => {
  if (process.platform !== "win32") process.umask(0o077);
  exitWithSupervisor();
  const config = readConfig(process.env);
  // A child has its supervisor's environment, which the supervisor has warned of already.
  if (!process.send) for (const doubt of findConfigWarnings(process.env, config)) console.warn(doubt);
  sendHeartbeats();
  return config;
};

/** For a process that may be started by itself: bad settings print the reason and end it. */
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
