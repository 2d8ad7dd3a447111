import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, it } from "vitest";
import { childEnvironment } from "#tests/support/child-environment.ts";
import { freePort } from "#tests/support/start-sheaf.ts";
import { listProcesses } from "./processes.ts";

let dataDir: string;
const children: ChildProcess[] = [];
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "sheaf-orphans-"));
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  await rm(dataDir, { recursive: true, force: true });
});

it("given the supervisor is killed while its processes start, then each of them ends", async () => {
  const ports = { PORT: String(await freePort()), DEMO_STORE_PORT: String(await freePort()) };
  const ends = listProcesses({ demoStore: true }).map(async ({ name, module, environment }) => {
    const child = fork(fileURLToPath(new URL(`../${module}`, import.meta.url)), [], {
      execArgv: ["--disable-warning=ExperimentalWarning"],
      env: { ...childEnvironment, DATA_DIR: dataDir, LOG_LEVEL: "error", ...ports, ...environment },
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    children.push(child);
    child.disconnect();
    const [code] = await once(child, "exit");
    return [name, code];
  });
  expect(await Promise.all(ends)).toEqual(listProcesses({ demoStore: true }).map(({ name }) => [name, 0]));
});
