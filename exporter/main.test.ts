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
  dataDir = await mkdtemp(join(tmpdir(), "sheaf-exporter-"));
});
afterEach(async () => {
  child?.kill("SIGKILL");
  await rm(dataDir, { recursive: true, force: true });
});

const start = (environment: Record<string, string> = {}) => {
  const started = fork(main, [], {
    execArgv: ["--disable-warning=ExperimentalWarning"],
    env: { ...childEnvironment, DATA_DIR: dataDir, LOG_LEVEL: "error", ...environment },
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  child = started;
  return started;
};

describe("the exporter process", () => {
  it("reports that it is running, and ends by itself when asked to", async () => {
    const exporter = start();
    expect(await once(exporter, "message")).toMatchObject([{ kind: "ready" }, undefined]);
    exporter.kill("SIGTERM");
    expect(await once(exporter, "exit")).toEqual([0, null]);
  });

  it("ends when its parent process is gone", async () => {
    const exporter = start({ EXPORTER_LANES: "short" });
    await once(exporter, "message");
    exporter.disconnect();
    expect(await once(exporter, "exit")).toEqual([0, null]);
  });

  it("does not start in an unknown lane", async () => {
    const exporter = start({ EXPORTER_LANES: "fast" });
    let said = "";
    exporter.stderr?.on("data", (text) => {
      said += text;
    });
    expect(await once(exporter, "exit")).toEqual([1, null]);
    expect(said).toMatch(/EXPORTER_LANES: 'fast' is not a lane/);
  });
});
