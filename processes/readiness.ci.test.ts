import { once } from "node:events";
import { afterEach, expect, it } from "vitest";
import { createTempFolder } from "#tests/contract/support/temp-folder.ts";
import { createStandaloneProcesses } from "#tests/support/standalone-processes.ts";
import { freePort } from "#tests/support/start-sheaf.ts";
import { until } from "#tests/support/until.ts";

const after: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const undo of after.splice(0).reverse()) await undo();
});

/** A separate web process that has just begun to start. `ask`: its status; undefined while nothing listens. */
const begin = async (settings: Readonly<Record<string, string>>) => {
  const folder = await createTempFolder();
  after.push(folder.remove);
  const PORT = String(await freePort());
  const processes = createStandaloneProcesses({ DATA_DIR: folder.path, PORT, ...settings });
  after.push(processes.end);
  const web = await processes.start("processes/web.ts");
  const ask = async (path: string): Promise<number | undefined> => {
    const answer = await fetch(`http://127.0.0.1:${PORT}${path}`).catch(() => undefined);
    await answer?.text();
    return answer?.status;
  };
  return { web, ask };
};

it("a web process that waits for an engine at its start isn't ready", async () => {
  const { ask } = await begin({
    EVENTSTORE_URL: `esdb://127.0.0.1:${await freePort()}?tls=false`,
    MASTER_KEY: Buffer.alloc(32, 7).toString("base64"),
  });
  await until("it answers", async () => (await ask("/readyz")) === 503);
  expect(await ask("/api/app-config")).toBe(503);
});

it("a web process is ready until it is stopped, and answers until it has drained", async () => {
  const { web, ask } = await begin({ DRAIN_SECONDS: "3" });
  await until("it is ready", async () => (await ask("/readyz")) === 200);
  expect([await ask("/readyz/x"), await ask("/healthz/x")]).toEqual([404, 404]);
  const exited = once(web.child, "exit");
  web.child.kill("SIGTERM");
  await until("it is no longer ready", async () => (await ask("/readyz")) === 503);
  expect(await ask("/api/app-config")).toBe(200);
  expect(await exited).toEqual([0, null]);
});

it("a web process that is interrupted doesn't drain", async () => {
  const { web, ask } = await begin({ DRAIN_SECONDS: "300" });
  await until("it is ready", async () => (await ask("/readyz")) === 200);
  const exited = once(web.child, "exit");
  web.child.kill("SIGINT");
  expect(await exited).toEqual([0, null]);
});
