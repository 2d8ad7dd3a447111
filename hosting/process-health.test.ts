import { once } from "node:events";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readModelNames } from "#domain/read-models/versions.ts";
import { createTempFolder } from "#tests/contract/support/temp-folder.ts";
import { createStandaloneProcesses } from "#tests/support/standalone-processes.ts";
import { freePort } from "#tests/support/start-sheaf.ts";

describe("a process started on its own", () => {
  let folder: Awaited<ReturnType<typeof createTempFolder>>;
  let processes: ReturnType<typeof createStandaloneProcesses>;
  beforeEach(async () => {
    folder = await createTempFolder();
    processes = createStandaloneProcesses({ DATA_DIR: folder.path });
  });
  afterEach(async () => {
    await processes.end();
    await folder.remove();
  });

  it.each([
    ["projections/main.ts", `projections_held ${readModelNames.length}`],
    ["scheduler/main.ts", "jobs_running"],
    ["deliverer/main.ts", "jobs_running"],
    ["upkeep/main.ts", "jobs_running"],
    ["exporter/main.ts", "jobs_running"],
    ["processes/web.ts", "http_requests_in_flight"],
  ])("%s reports that it is ready, has metrics, and stops on request", async (module, metric) => {
    const PORT = String(await freePort());
    const { child, isReady, ask } = await processes.start(module, { PORT, WEB_PARTS: "commands,queries" });
    await isReady();
    expect((await ask("/healthz"))?.text).toContain('"ready":true');
    expect((await ask("/metrics"))?.text).toContain(metric);
    child.kill("SIGTERM");
    expect(await once(child, "exit")).toEqual([0, null]);
  });

  it("ends with one sentence if a setting is wrong", async () => {
    const { child, said } = await processes.start("scheduler/main.ts", { MONGODB_URL: "mongodb://db:27017" });
    expect((await once(child, "exit"))[0]).toBe(1);
    expect(said()).toMatch(/^The configuration is wrong\. MASTER_KEY: must be set when MONGODB_URL is[^\n]*\n$/);
  });
});
