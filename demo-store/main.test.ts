import { type ChildProcess, fork } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { readDemoNow } from "./read-demo-now.ts";
import { signQuery } from "./services/signatures.ts";

const folders: string[] = [];
const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});
const folder = (): string => {
  const made = mkdtempSync(join(tmpdir(), "demo-store-"));
  folders.push(made);
  return made;
};

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });

const start = async (port: number, dataDir: string) => {
  const child = fork(new URL("main.ts", import.meta.url), [], {
    execArgv: ["--disable-warning=ExperimentalWarning"],
    env: { ...process.env, DEMO_STORE_PORT: String(port), DATA_DIR: dataDir, STORE_CLIENT_SECRET: "hush" },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  children.push(child);
  await new Promise((resolve) => child.once("message", resolve));
  return child;
};
const exit = (child: ChildProcess): Promise<number | null> =>
  new Promise((resolve) => child.once("exit", (code) => resolve(code)));

it("keeps its date and tokens across a restart, and ends on request or if its parent is gone", async () => {
  const port = await freePort();
  const data = folder();
  const base = `http://localhost:${port}/aurora-demo/admin`;
  const first = await start(port, data);
  const moment = readFileSync(join(data, "demo.json"), "utf8");
  const query = new URLSearchParams({
    client_id: "sheaf-demo",
    scope: "read_orders",
    redirect_uri: "http://localhost:3000/login-callback",
    state: "n",
  });
  const back = await fetch(`${base}/oauth/authorize?${query}`, {
    method: "POST",
    body: new URLSearchParams({ decision: "approve" }),
    redirect: "manual",
  });
  const { hmac, ...signed } = Object.fromEntries(new URL(back.headers.get("location") ?? "").searchParams);
  expect(hmac).toBe(signQuery("hush", signed));
  const traded = await fetch(`${base}/oauth/access_token`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ client_id: "sheaf-demo", client_secret: "hush", code: signed.code, expiring: "1" }),
  });
  const tokens: unknown = await traded.json();
  const token = typeof tokens === "object" && tokens && "access_token" in tokens ? String(tokens.access_token) : "";

  const gone = exit(first);
  first.kill("SIGTERM");
  expect(await gone).toBe(0);

  const second = await start(port, data);
  expect(readFileSync(join(data, "demo.json"), "utf8")).toBe(moment);
  const answer = await fetch(`${base}/api/2026-10/graphql.json`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Shopify-Access-Token": token },
    body: JSON.stringify({ query: "{ shop { myshopifyDomain } }" }),
  });
  expect(answer.status).toBe(200);
  const ended = exit(second);
  second.disconnect();
  expect(await ended).toBe(0);
});

it("can only be reached from this machine", async () => {
  const port = await freePort();
  await start(port, folder());
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
  // All of 127.0.0.0/8 is this machine, so another of its addresses shows which one is listened on.
  await expect(fetch(`http://127.0.0.2:${port}/healthz`)).rejects.toThrow();
});

it("uses the configured date, or else that of the first start", () => {
  const data = folder();
  const configured = new Date("2026-01-01T00:00:00Z");
  const first = new Date("2026-11-20T10:00:00Z");
  expect(readDemoNow(data, configured, first)).toEqual(configured);
  expect(readDemoNow(data, undefined, first)).toEqual(first);
  expect(readDemoNow(data, undefined, new Date("2026-11-21T10:00:00Z"))).toEqual(first);
});
