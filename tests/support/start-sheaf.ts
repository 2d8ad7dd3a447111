import { type ChildProcess, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { smallHeap } from "#processes/processes.ts";
import { childEnvironment } from "./child-environment.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** Folder where independent test runs claim their ports: a file for each, with its process. */
const claims = join(tmpdir(), `sheaf-test-ports-${userInfo().uid}`);

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

const claim = async (port: number): Promise<boolean> => {
  const file = join(claims, String(port));
  try {
    await writeFile(file, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    const owner = await readFile(file, "utf8").catch(() => "");
    // The owning run has ended.
    if (owner !== "" && !isRunning(Number(owner))) await rm(file, { force: true });
    return false;
  }
};

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", (error: NodeJS.ErrnoException) =>
      error.code === "EADDRINUSE" || error.code === "EACCES" ? resolve(false) : reject(error),
    );
    probe.listen(port, () => probe.close(() => resolve(true)));
  });

/**
 * Finds a port that nobody listens on and no running test process was given: a starting product listens on none. Below
 * 32768, where the system hands out ports itself, and above 10080, which fetch refuses.
 */
export const freePort = async (): Promise<number> => {
  await mkdir(claims, { recursive: true });
  for (;;) {
    const port = randomInt(10_081, 32_768);
    if ((await claim(port)) && (await isFree(port))) return port;
  }
};

const warnings = "--disable-warning=ExperimentalWarning";
const engineSettings = ["EVENTSTORE_URL", "MONGODB_URL", "KAFKA_BROKERS", "MASTER_KEY"] as const;

export type StartedSheaf = {
  url: string;
  demoUrl: string;
  dataDir: string;
  /** Its storage, by the settings that name it. */
  kept: { DATA_DIR: string } & Partial<Record<(typeof engineSettings)[number], string>>;
  process: ChildProcess;
  /** Everything it printed so far. */
  output(): string;
  /** Sends SIGTERM; resolves with the exit code. Removes the data folder unless it was given. */
  stop(): Promise<number | null>;
};

/** Reports of any length read their orders by pages, for tests in the middle of it. */
export const byPages = { BULK_FROM_ORDERS: "100000000" };

/** Starts the whole product like `npm start`, on free ports and a fresh data folder, and waits until it is ready. */
export const startSheaf = async (
  options: { env?: Record<string, string>; dataDir?: string; readyWithin?: number; ports?: [number, number] } = {},
): Promise<StartedSheaf> => {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), "sheaf-")));
  const [port, demoPort] = options.ports ?? [await freePort(), await freePort()];
  const env: NodeJS.ProcessEnv = {
    ...childEnvironment,
    HOME: process.env.HOME,
    LOG_LEVEL: "warn",
    PORT: String(port),
    DEMO_STORE_PORT: String(demoPort),
    DATA_DIR: dataDir,
    ...options.env,
  };
  const child = spawn(process.execPath, [warnings, ...smallHeap, "processes/main.ts"], {
    cwd: root,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  child.stdout.on("data", (text) => (output += text));
  child.stderr.on("data", (text) => (output += text));
  const exited = new Promise<number | null>((resolve) => child.once("exit", (code) => resolve(code)));

  await new Promise<void>((resolve, reject) => {
    const limit = options.readyWithin ?? 60_000;
    const timer = setTimeout(() => {
      child.kill("SIGKILL");
      reject(new Error(`Sheaf was not ready within ${limit} ms. It said:\n${output}`));
    }, limit);
    const look = () => {
      if (!output.includes("Sheaf is ready")) return;
      clearTimeout(timer);
      child.stdout.off("data", look);
      resolve();
    };
    child.stdout.on("data", look);
    exited.then((code) => {
      clearTimeout(timer);
      reject(new Error(`Sheaf ended with code ${code} before it was ready. It said:\n${output}`));
    });
  });

  return {
    url: `http://localhost:${port}`,
    demoUrl: `http://localhost:${demoPort}`,
    dataDir,
    kept: {
      DATA_DIR: dataDir,
      ...Object.fromEntries(engineSettings.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]]))),
    },
    process: child,
    output: () => output,
    stop: async () => {
      child.kill("SIGTERM");
      const code = await exited;
      if (!options.dataDir) await rm(dataDir, { recursive: true, force: true });
      return code;
    },
  };
};
