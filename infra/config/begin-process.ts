import { onBeat } from "../ports/beat.ts";
import { BadConfiguration, type Config, doubtsAbout, readConfig } from "./config.ts";
import { endWithSupervisor } from "./supervisor-gone.ts";
import { tellSupervisor } from "./tell-supervisor.ts";

const everySignOfLife = 2_000;

/** Tells the supervisor, if there is one, that this process is not stuck. */
const giveSignsOfLife = (): void => {
  if (!process.send) return;
  onBeat(() => tellSupervisor({ kind: "alive" }), everySignOfLife);
};

/**
 * First step of every Sheaf process, before it opens anything: makes new files private to their owner (on Windows, the
 * containing folder does that), reads the settings and warns of doubtful ones, sends signs of life to its supervisor,
 * and ends with it.
 * @throws {BadConfiguration} naming every bad setting in a sentence
 */
export const beginProcess = (): Config => {
  if (process.platform !== "win32") process.umask(0o077);
  endWithSupervisor();
  const config = readConfig(process.env);
  // A child has its supervisor's environment, which the supervisor has warned of already.
  if (!process.send) for (const doubt of doubtsAbout(process.env, config)) console.warn(doubt);
  giveSignsOfLife();
  return config;
};

/** For a process that may be started by itself: bad settings print the reason and end it. */
export const beginOrEnd = (): Config => {
  try {
    return beginProcess();
  } catch (error) {
    if (!(error instanceof BadConfiguration)) throw error;
    console.error(error.message);
    tellSupervisor({ kind: "trouble", sentence: error.message });
    process.exit(1);
  }
};
