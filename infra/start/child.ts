import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { restartAfter } from "./restart-policy.ts";

export type ChildSpec = {
  name: string;
  /** Module below the project's root. */
  module: string;
  environment?: Record<string, string>;
};

export type Child = {
  name: string;
  /** Undefined while healthy, else a sentence. */
  trouble(): string | undefined;
  send(message: object): void;
  /** SIGTERM, and SIGKILL after `patience` ms; resolves when it is gone. */
  stop(patience: number): Promise<void>;
};

const root = fileURLToPath(new URL("../../", import.meta.url));

/** Starts a process of the system and keeps it running; `onChange` is called whenever its health may have changed. */
export const keepRunning = (
  spec: ChildSpec,
  options: { environment: NodeJS.ProcessEnv; onChange: () => void; say: (line: string) => void },
): Child => {
  let current: ChildProcess | undefined;
  let ready = false;
  let stopping = false;
  let unhealthy = false;
  let timer: NodeJS.Timeout | undefined;
  const deaths: number[] = [];

  const start = () => {
    const child = fork(`${root}${spec.module}`, [], {
      cwd: root,
      execArgv: ["--disable-warning=ExperimentalWarning"],
      env: { ...options.environment, ...spec.environment },
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
    current = child;
    child.on("message", (message) => {
      if ((message as { kind?: unknown }).kind !== "ready") return;
      ready = true;
      options.onChange();
    });
    child.on("error", (error) => options.say(`${spec.name} could not be started: ${error.message}`));
    child.once("exit", (code, signal) => {
      current = undefined;
      ready = false;
      if (stopping) return;
      deaths.push(Date.now());
      const decision = restartAfter(deaths);
      unhealthy = decision.unhealthy;
      options.say(`${spec.name} ended (${signal ?? `code ${code}`}); it starts again in ${decision.delay} ms.`);
      timer = setTimeout(start, decision.delay);
      options.onChange();
    });
  };
  start();

  return {
    name: spec.name,
    trouble: () => {
      if (unhealthy && deaths.length > 0 && Date.now() - (deaths.at(-1) ?? 0) < 60_000)
        return `${spec.name} died five times within a minute`;
      return ready ? undefined : `${spec.name} is starting`;
    },
    send: (message) => {
      if (current?.connected) current.send(message, () => {});
    },
    stop: async (patience) => {
      stopping = true;
      clearTimeout(timer);
      const child = current;
      if (!child) return;
      const gone = new Promise<void>((resolve) => child.once("exit", () => resolve()));
      child.kill("SIGTERM");
      const hard = setTimeout(() => child.kill("SIGKILL"), patience);
      await gone;
      clearTimeout(hard);
    },
  };
};
