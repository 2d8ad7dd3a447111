import { once } from "node:events";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTempFolder } from "#tests/contract/support/temp-folder.ts";
import { createStandaloneProcesses } from "#tests/support/standalone-processes.ts";
import { freePort } from "#tests/support/start-sheaf.ts";
import { createEventStoreServer } from "./eventstoredb/server.ts";
import { urlOf } from "./eventstoredb/support.ts";
import { mongoUrl, ownDatabase, standIn } from "./mongodb/support.ts";
import { createProxy } from "./proxy.ts";

describe.skipIf(mongoUrl() === undefined || !standIn.isAvailable)("while an engine is unreachable", () => {
  let folder: Awaited<ReturnType<typeof createTempFolder>>;
  let server: Awaited<ReturnType<typeof createEventStoreServer>>;
  let events: Awaited<ReturnType<typeof createProxy>>;
  let documents: typeof events;
  let processes: ReturnType<typeof createStandaloneProcesses>;
  beforeEach(async () => {
    folder = await createTempFolder();
    server = await createEventStoreServer();
    events = await createProxy({ port: Number(/:(\d+)/.exec(server.url.replace("esdb://", ""))?.[1]) });
    documents = await createProxy({ port: standIn.port });
    processes = createStandaloneProcesses({
      DATA_DIR: folder.path,
      EVENTSTORE_URL: urlOf(events),
      MONGODB_URL: `mongodb://127.0.0.1:${documents.port}/${ownDatabase()}`,
      MASTER_KEY: Buffer.alloc(32, 7).toString("base64"),
    });
  });
  afterEach(async () => {
    await processes.end();
    await Promise.all([events.close(), documents.close()]);
    await server.close();
    await folder.remove();
  });

  it("each process stays alive and names it, is ready again when it is back, and ends on SIGTERM", async () => {
    const PORT = String(await freePort());
    const modules = ["projections/main.ts", "scheduler/main.ts", "processes/web.ts"];
    const started = [];
    for (const module of modules) started.push(await processes.start(module, { PORT, WEB_PARTS: "commands,queries" }));
    for (const one of started) await one.isReady();
    const troubles = [
      { proxy: events, says: /EventStoreDB at|event store/i },
      { proxy: documents, says: /MongoDB at|(state|read) store/i },
    ];
    for (const { proxy, says } of troubles) {
      await proxy.set({ kind: "refused" });
      proxy.cut();
      for (const { ask } of started) {
        await expect.poll(async () => (await ask("/healthz"))?.status, { timeout: 60_000 }).toBe(503);
        expect((await ask("/healthz"))?.text).toMatch(says);
        expect((await ask("/healthz/live"))?.status).toBe(200);
      }
      await proxy.set({ kind: "none" });
      for (const one of started) await one.isReady();
    }
    for (const { child } of started) {
      child.kill("SIGTERM");
      expect(await once(child, "exit")).toEqual([0, null]);
    }
  });
});
