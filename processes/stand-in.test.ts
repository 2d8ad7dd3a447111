import { once } from "node:events";
import { createServer } from "node:http";
import { networkInterfaces } from "node:os";
import { afterEach, expect, it } from "vitest";
import { freePort } from "#tests/support/start-sheaf.ts";
import { createStandIn, type StandIn } from "./stand-in.ts";

let standIn: StandIn | undefined;
afterEach(() => standIn?.close());

const open = async (host?: string) => {
  const ports = [await freePort(), await freePort()] as const;
  standIn = createStandIn({ ports, host, reasons: () => ["web: the store is gone."] });
  standIn.open();
  standIn.open();
  return { standIn, ports };
};

it("answers 503 with the reasons while the web process is down, and frees the ports", async () => {
  const { standIn, ports } = await open();
  for (const port of ports)
    for (const probe of ["healthz", "readyz"]) {
      const health = await fetch(`http://localhost:${port}/${probe}`);
      expect([health.status, await health.json()]).toEqual([
        503,
        { ok: false, ready: false, reasons: ["web: the store is gone."], notes: [] },
      ]);
    }
  await standIn.close();
  for (const port of ports) {
    const web = createServer().listen(port);
    await once(web, "listening");
    standIn.open();
    await standIn.close();
    web.close();
  }
});

it("says when to retry, as JSON to programs and as a page that reloads to browsers", async () => {
  const { ports } = await open();
  const sentence = "Sheaf is starting. Try again in 2 seconds.";
  const ask = async (path: string, accept = "*/*") => {
    const answer = await fetch(`http://localhost:${ports[0]}${path}`, { headers: { accept } });
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "2"]);
    return { type: answer.headers.get("content-type")?.split(";")[0], text: await answer.text() };
  };
  const { type, text } = await ask("/api/reports/get-reports");
  expect([type, JSON.parse(text)]).toEqual([
    "application/json",
    { Ok: false, Data: null, ErrorCode: "starting", ErrorMessage: sentence, ErrorDetails: null, ErrorHelp: null },
  ]);
  expect(JSON.parse((await ask("/support/api/shops")).text)).toEqual({ code: "starting", message: sentence });
  expect(await ask("/Reports", "text/html")).toMatchObject({
    type: "text/html",
    text: expect.stringContaining('http-equiv="refresh" content="2"'),
  });
  for (const path of ["/files/token/a.csv", "/public/a/b", "/webhooks/orders/create"])
    expect(await ask(path, "text/html")).toEqual({ type: "text/plain", text: sentence });
});

it("answers on both loopback addresses if it is configured as localhost", async () => {
  const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses?.map(({ address }) => address) ?? []);
  const { ports } = await open("localhost");
  for (const host of ["127.0.0.1", ...(own.includes("::1") ? ["[::1]"] : [])])
    expect((await fetch(`http://${host}:${ports[0]}/readyz`)).status).toBe(503);
});
