import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { afterEach, expect, it } from "vitest";
import { createTempFolder } from "#tests/contract/support/temp-folder.ts";
import { childEnvironment } from "#tests/support/child-environment.ts";
import { freePort } from "#tests/support/start-sheaf.ts";
import { createEventStoreServer } from "./eventstoredb/server.ts";
import { createKeeping } from "./keeping.ts";

const { keep, closeAll } = createKeeping();
afterEach(closeAll);

/** A web process as the supervisor runs it, which tells it that all processes are well. */
const startWeb = async (EVENTSTORE_URL: string) => {
  const folder = await createTempFolder();
  keep({ close: folder.remove });
  const port = await freePort();
  const child = fork(fileURLToPath(new URL("../../processes/web.ts", import.meta.url)), {
    env: {
      ...childEnvironment,
      LOG_LEVEL: "silent",
      DATA_DIR: folder.path,
      PORT: String(port),
      WEB_PARTS: "commands,queries",
      EVENTSTORE_URL,
    },
  });
  const telling = setInterval(() => child.send({ kind: "health", ok: true, reasons: [] }), 500);
  keep({
    async close() {
      clearInterval(telling);
      child.kill("SIGKILL");
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    },
  });
  return async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined);
    return { status: answer?.status, text: await answer?.text() };
  };
};

it("/healthz of npm start reports that EventStoreDB hangs, and recovers when it responds", async () => {
  const server = keep(await createEventStoreServer());
  const health = await startWeb(server.url);
  const isTold = (status: number) => expect.poll(async () => (await health()).status, { timeout: 60_000 }).toBe(status);
  await isTold(200);
  server.behave("silent");
  await isTold(503);
  expect((await health()).text).toMatch(/event store|EventStoreDB/i);
  server.behave("well");
  await isTold(200);
});
