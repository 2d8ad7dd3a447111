import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { childEnvironment } from "#tests/support/child-environment.ts";

const main = fileURLToPath(new URL("main.ts", import.meta.url));
let dataDir: string;
let child: ChildProcess | undefined;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "sheaf-upkeep-"));
});
afterEach(async () => {
  child?.kill("SIGKILL");
  await rm(dataDir, { recursive: true, force: true });
});

const start = () => {
  const started = fork(main, [], {
    execArgv: ["--disable-warning=ExperimentalWarning"],
    env: { ...childEnvironment, DATA_DIR: dataDir, LOG_LEVEL: "error" },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  child = started;
  return started;
};

describe("the upkeep process", () => {
  it("reports that it is running, and ends by itself when asked to", async () => {
    const upkeep = start();
    expect(await once(upkeep, "message")).toMatchObject([{ kind: "ready" }, undefined]);
    upkeep.kill("SIGTERM");
    expect(await once(upkeep, "exit")).toEqual([0, null]);
  });

  it("ends when its parent process is gone", async () => {
    const upkeep = start();
    await once(upkeep, "message");
    upkeep.disconnect();
    expect(await once(upkeep, "exit")).toEqual([0, null]);
  });
});
