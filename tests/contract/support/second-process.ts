import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { Answer, Order } from "../fixtures/second-process.ts";

export type SecondProcess = {
  /** Does a task of `fixtures/tasks.ts` in the other process; rejects with its error, or when it dies. */
  ask(dataDir: string, task: Order["task"], ...args: readonly string[]): Promise<unknown>;
  /** kill -9 */
  kill(): Promise<void>;
  end(): Promise<void>;
};

export const startSecondProcess = (): SecondProcess => {
  const script = fileURLToPath(new URL("../fixtures/second-process.ts", import.meta.url));
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", script], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const open = new Map<number, { resolve(result: unknown): void; reject(error: Error): void }>();
  let asked = 0;
  const exited = once(child, "exit").then(() => {
    for (const { reject } of open.values()) reject(new Error("The second process is gone."));
  });
  createInterface({ input: child.stdout }).on("line", (line) => {
    const { id, result, error } = JSON.parse(line) as Answer;
    if (error === undefined) open.get(id)?.resolve(result);
    else open.get(id)?.reject(new Error(error));
    open.delete(id);
  });
  return {
    ask: (dataDir, task, ...args) =>
      new Promise((resolve, reject) => {
        asked += 1;
        open.set(asked, { resolve, reject });
        const order: Order = { id: asked, task, dataDir, args };
        child.stdin.write(`${JSON.stringify(order)}\n`);
      }),
    async kill() {
      child.kill("SIGKILL");
      await exited;
    },
    async end() {
      child.stdin.end();
      await exited;
    },
  };
};
