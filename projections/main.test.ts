import { execFileSync } from "node:child_process";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createProjectionProcesses, type ProjectionProcesses } from "#tests/support/projection-processes.ts";

describe("the projection process", () => {
  let processes: ProjectionProcesses;
  beforeEach(async () => {
    processes = await createProjectionProcesses();
  });
  afterEach(() => processes.remove());

  it("is ready after projecting earlier events, follows other processes, and stops on request", async () => {
    await processes.install("a");
    const child = processes.start();
    await processes.message(child, "ready");
    expect(await processes.shopsAfter(await processes.install("b"))).toEqual(["a-demo", "b-demo"]);
    expect(await processes.message(child, "status")).toMatchObject({ part: "projections" });
    child.kill("SIGTERM");
    expect(await processes.exit(child)).toEqual([0, null]);
  });

  it("ends if its supervisor is gone", async () => {
    const child = processes.start();
    await processes.message(child, "ready");
    child.disconnect();
    expect(await processes.exit(child)).toEqual([0, null]);
  });

  it.runIf(process.platform === "linux")(
    "reports that it can't write to its files, and reports when it can again",
    async () => {
      const child = processes.start();
      await processes.message(child, "ready");
      const limit = (bytes: string) => execFileSync("prlimit", ["--pid", String(child.pid), `--fsize=${bytes}:`]);
      limit("1");
      const position = await processes.install("a");
      const { sentence } = await processes.message<{ kind: "trouble"; sentence: string }>(child, "trouble");
      expect(sentence).toMatch(/read-models\.db cannot be written/);
      limit("unlimited");
      await processes.message(child, "well");
      expect(await processes.shopsAfter(position)).toEqual(["a-demo"]);
    },
  );

  it.each(["projection:shops:before-rows", "projection:shops:after-rows-before-checkpoint"])(
    "shows everything after a restart if killed at %s",
    async (FAILPOINTS) => {
      const position = await processes.install("a");
      expect(await processes.exit(processes.start({ FAILPOINTS }))).toEqual([null, "SIGKILL"]);
      processes.start({ FAILPOINTS });
      expect(await processes.shopsAfter(position)).toEqual(["a-demo"]);
    },
  );
});
