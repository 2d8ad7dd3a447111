import { type ChildProcess, fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { childEnvironment } from "#tests/support/child-environment.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

/**
 * Two of each service as `npm start` runs one, brought back when they are killed; each kind has its own failpoints. `said`: hears what they log, where
 * they are to.
 */
export const keepRunning = (
  dataDir: string,
  env: Readonly<Record<string, string>>,
  {
    modules = ["scheduler", "exporter", "deliverer"],
    said,
  }: { modules?: string[]; said?: (text: string) => void } = {},
) => {
  let stopped = false;
  const living = new Set<ChildProcess>();
  const ended: Promise<void>[] = [];
  const run = (module: string, holder: string): void => {
    const child = fork(join(root, module), [], {
      execArgv: ["--disable-warning=ExperimentalWarning"],
      env: { ...childEnvironment, DATA_DIR: dataDir, LOG_LEVEL: "silent", JOBS_HOLDER: holder, ...env },
      stdio: ["ignore", said ? "pipe" : "ignore", "inherit", "ipc"],
    });
    if (said) child.stdout?.on("data", (text) => said(String(text)));
    living.add(child);
    ended.push(
      new Promise((done) =>
        child.once("exit", (_, killedBy) => {
          living.delete(child);
          if (!stopped && killedBy === "SIGKILL") run(module, holder);
          done();
        }),
      ),
    );
  };
  for (const module of modules) for (let two = 0; two < 2; two += 1) run(`${module}/main.ts`, randomUUID());
  return async () => {
    stopped = true;
    for (const child of living) child.kill("SIGKILL");
    await Promise.all(ended);
  };
};
