import type { AddressInfo, Server } from "node:net";
import { Counter, Registry } from "prom-client";
import { afterEach, expect, it } from "vitest";
import type { Health } from "../create-web-app.ts";
import { startHealthServer } from "./health-server.ts";

let server: Server | undefined;
afterEach(() => void server?.close());

const open = async (health: () => Health) => {
  const registry = new Registry();
  new Counter({ name: "things_total", help: "Things", registers: [registry] }).inc(3);
  server = await startHealthServer({ registry, health, host: "127.0.0.1", port: 0 });
  const { port } = server.address() as AddressInfo;
  return (path: string, method = "GET") => fetch(`http://127.0.0.1:${port}${path}`, { method });
};

it("reports whether a process is ready, why it isn't, and always that it is alive", async () => {
  let health: Health = { ok: true, reasons: [] };
  const ask = await open(() => health);
  const well = await ask("/healthz");
  expect([well.status, await well.json()]).toEqual([200, { ok: true, live: true, ready: true, reasons: [] }]);
  health = { ok: false, reasons: ["MongoDB does not answer."] };
  const ill = await ask("/healthz");
  expect(ill.status).toBe(503);
  expect(await ill.json()).toMatchObject({ live: true, ready: false, reasons: ["MongoDB does not answer."] });
  expect((await ask("/healthz/live")).status).toBe(200);
});

it("serves metrics, and nothing else", async () => {
  const ask = await open(() => ({ ok: true, reasons: [] }));
  expect(await (await ask("/metrics?x=1")).text()).toContain("things_total 3");
  for (const [path, method] of [
    ["/", "GET"],
    ["/api/account/status", "GET"],
    ["/metrics", "POST"],
  ] as const)
    expect((await ask(path, method)).status).toBe(404);
});
