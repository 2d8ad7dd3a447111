import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { childEnvironment } from "./child-environment.ts";
import { freePort } from "./start-sheaf.ts";
import { until } from "./until.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

export type StandaloneProcess = {
  child: ChildProcess;
  /** The port of its health server. */
  port: number;
  /** The output so far. Without a LOG_LEVEL it logs nothing. */
  said(): string;
  /** Fetches its health server's page; undefined while it doesn't answer. */
  ask(path: string): Promise<{ status: number; text: string } | undefined>;
  /** `within`: ms; default a minute, for few at the same time. */
  isReady(within?: number): Promise<unknown>;
  /** Sums a metric over its labels. */
  metric(name: string): Promise<number>;
};

/** Processes without a supervisor, each with its own health server. `folder`: of another Sheaf. */
export const createStandaloneProcesses = (environment: Readonly<Record<string, string>>, folder = root) => {
  const children: ChildProcess[] = [];
  const killAll = (): void => {
    for (const child of children) child.kill("SIGKILL");
  };
  // A test that timed out leaves its processes.
  process.once("exit", killAll);
  return {
    /** `flags`: of Node. */
    async start(
      module: string,
      more: Readonly<Record<string, string>> = {},
      flags: readonly string[] = [],
    ): Promise<StandaloneProcess> {
      const port = await freePort();
      const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", ...flags, module], {
        cwd: folder,
        env: { ...childEnvironment, LOG_LEVEL: "silent", METRICS_PORT: String(port), ...environment, ...more },
        stdio: ["ignore", "pipe", "pipe"],
      });
      children.push(child);
      let said = "";
      for (const stream of [child.stdout, child.stderr])
        stream.on("data", (chunk) => {
          said += String(chunk);
        });
      const ask: StandaloneProcess["ask"] = async (path) => {
        const response = await fetch(`http://127.0.0.1:${port}${path}`).catch(() => undefined);
        return response && { status: response.status, text: await response.text() };
      };
      let seen = "nothing";
      return {
        child,
        port,
        said: () => said,
        ask,
        isReady: (within = 60_000) =>
          until(
            `${module} is ready`,
            async () => {
              if (child.exitCode !== null) throw new Error(`${module} ended before it was ready: ${said}`);
              const health = await ask("/healthz");
              seen = health?.text ?? said;
              return health?.status === 200;
            },
            { within, picture: () => seen },
          ),
        async metric(name) {
          const lines = ((await ask("/metrics"))?.text ?? "").split("\n");
          const values = lines.filter((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`));
          return values.reduce((sum, line) => sum + Number(line.split(" ").at(-1)), 0);
        },
      };
    },
    /** Kills what still runs. */
    async end(): Promise<void> {
      process.off("exit", killAll);
      for (const child of children.splice(0))
        if (child.exitCode === null && child.signalCode === null) {
          child.kill("SIGKILL");
          await once(child, "exit");
        }
    },
  };
};
