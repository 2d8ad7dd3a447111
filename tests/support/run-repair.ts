import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { childEnvironment } from "./child-environment.ts";

const mainOf = (command: string) => fileURLToPath(new URL(`../../processes/${command}/main.ts`, import.meta.url));

type Argument = "--mend" | "--end-sessions" | "--try-again";
type Ran = { code: number; said: string };

/** Runs `npm run repair` on a data folder, optionally with `--mend`; returns its exit code and output. */
export const runRepair = (dataDir: string, ...args: Argument[]): Promise<Ran> => runRepairWith({}, dataDir, ...args);

const run = async (command: string, args: readonly string[], env: Record<string, string>): Promise<Ran> => {
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", mainOf(command), ...args], {
    env: { ...childEnvironment, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  child.stdout.on("data", (text) => (said += text));
  child.stderr.on("data", (text) => (said += text));
  const [code] = await once(child, "close");
  return { code: Number(code), said };
};

/** Runs the repair as {@link runRepair} does, with more in its environment. */
export const runRepairWith = (env: Record<string, string>, dataDir: string, ...args: Argument[]): Promise<Ran> =>
  run("repair", args, { DATA_DIR: dataDir, ...env });

/** Runs `npm run backup` on a data folder; returns its exit code and output. */
export const runBackup = (dataDir: string, target: string): Promise<Ran> =>
  run("backup", [target], { DATA_DIR: dataDir });
