import { onBeat } from "../ports/beat.ts";
import { BadConfiguration, type Config, doubtsAbout, readConfig } from "./config.ts";
import { endWithSupervisor } from "./supervisor-gone.ts";
import { tellSupervisor } from "./tell-supervisor.ts";

const everySignOfLife = 2_000;

/** Tells the supervisor, where there is one, that this process is not stuck. */
const giveSignsOfLife = (): void => {
  if (!process.send) return;
  onBeat(() => tellSupervisor({ kind: "alive" }), everySignOfLife);
};

/**
 * How every process of Sheaf begins, before it opens anything: the files and folders that it makes are its owner's alone (Windows
 * keeps them so by the folder they are in), its settings are read, with a word about doubtful ones, it gives signs of life to its supervisor, and it ends with that.
 * @throws {BadConfiguration} naming every bad setting in a sentence
 */
export const beginProcess = (): Config => {
  if (process.platform !== "win32") process.umask(0o077);
  endWithSupervisor();
  const config = readConfig(process.env);
  // A child has its supervisor's environment, which has said it.
  if (!process.send) for (const doubt of doubtsAbout(process.env, config)) console.warn(doubt);
  giveSignsOfLife();
  return config;
};

/** The same of a process that may be started by itself: bad settings end it, having said why. */
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
