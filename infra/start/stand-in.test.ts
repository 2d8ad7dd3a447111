import { once } from "node:events";
import { createServer } from "node:http";
import { expect, it } from "vitest";
import { freePort } from "#tests/support/start-sheaf.ts";
import { createStandIn } from "./stand-in.ts";

it("answers 503 with the reasons while the web process is not there, and gives the port back", async () => {
  const port = await freePort();
  const standIn = createStandIn({ port, reasons: () => ["web: the store is gone."] });
  standIn.open();
  standIn.open();
  const health = await fetch(`http://localhost:${port}/healthz`);
  expect([health.status, await health.json()]).toEqual([
    503,
    { ok: false, reasons: ["web: the store is gone."], notes: [] },
  ]);
  const other = await fetch(`http://localhost:${port}/api/reports/get-reports`);
  expect([other.status, await other.text()]).toEqual([503, "The server is not ready. Try again in a minute."]);
  await standIn.close();
  const web = createServer().listen(port);
  await once(web, "listening");
  standIn.open();
  await standIn.close();
  web.close();
});
