import { readdir, readFile } from "node:fs/promises";
import { get } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { logIn, type Merchant } from "#tests/support/merchant.ts";
import { type ApiDocument, callsOf } from "#tests/support/openapi-calls.ts";
import { freePort, type StartedSheaf, startSheaf } from "#tests/support/start-sheaf.ts";
import { type SupportPerson, signInAtConsole } from "#tests/support/support-person.ts";

/** Two servers of one installation: access to one must not open the other, and neither may reveal keys. */

let sheaf: StartedSheaf;
let url: string;
let merchant: Merchant;
let admin: SupportPerson;

beforeAll(async () => {
  const port = await freePort();
  url = `http://localhost:${port}`;
  sheaf = await startSheaf({
    env: { SUPPORT_CONSOLE: "true", SUPPORT_PORT: String(port), RATE_LIMIT: "false" },
    readyWithin: 240_000,
  });
  merchant = await logIn(sheaf, "aurora-demo");
  admin = await signInAtConsole(sheaf, url, "agent-demo");
}, 300_000);
afterAll(() => sheaf?.stop());

describe("a support session", () => {
  it("gives access to no call of the merchant's API", async () => {
    const document = (await (await fetch(`${sheaf.url}/api/openapi.json`)).json()) as ApiDocument;
    const secret = /sheaf-support=([\w-]+)/.exec(admin.cookie)?.[1] ?? "";
    const calls = callsOf(document).filter(({ operation }) => operation.security.length > 0);
    expect(calls.length).toBeGreaterThan(50);
    for (const { method, path } of calls) {
      for (const headers of [{}, { authorization: `Bearer ${secret}` }, { "x-support-token": admin.me.token }]) {
        const given = { cookie: admin.cookie, ...headers } as Record<string, string>;
        const answer = await fetch(`${sheaf.url}/api/${path}`, { method, headers: given });
        expect([path, answer.status]).toEqual([path, 401]);
      }
    }
  });

  it("can't be replaced by a merchant's token, wherever it is put", async () => {
    const token = merchant.client.token() ?? "";
    for (const headers of [{ authorization: `Bearer ${token}` }, { cookie: `sheaf-support=${token}` }])
      for (const path of [
        "me",
        "shops",
        "exports",
        "open-jobs",
        "mails",
        "webhooks",
        "signs",
        "console-acts",
        "agents",
      ]) {
        const answer = await fetch(`${url}/support/api/${path}`, { headers: headers as Record<string, string> });
        expect([path, answer.status]).toEqual([path, 401]);
      }
  });

  it("leaves no secret in a file or log", async () => {
    const secret = /sheaf-support=([\w-]+)/.exec(admin.cookie)?.[1] ?? "none";
    expect(secret).toHaveLength(43);
    for (const name of await readdir(sheaf.dataDir)) {
      if (!/\.(?:db|db-wal|json)$/.test(name)) continue;
      const bytes = await readFile(join(sheaf.dataDir, name));
      for (const word of [secret, admin.password, "Demo agent"])
        expect({ name, word: bytes.includes(word) }).toEqual({ name, word: false });
    }
    expect(sheaf.output()).not.toContain(secret);
  });
});

describe("the app and the console", () => {
  it.runIf(process.platform === "linux")("are served only on 127.0.0.1 in the demo", async () => {
    // On Linux 127.0.0.2 reaches whatever listens on all addresses.
    for (const { port } of [new URL(sheaf.url), new URL(url)]) {
      await expect(fetch(`http://127.0.0.2:${port}/healthz`)).rejects.toMatchObject({
        cause: { code: "ECONNREFUSED" },
      });
      expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
    }
  });

  // A page of another machine may give its name our address, and would then be of the same origin.
  it("are refused under another host name in the demo", async () => {
    const { port } = new URL(sheaf.url);
    const statusAt = (host: string) =>
      new Promise((resolve, reject) => {
        const asked = get({ port, host: "127.0.0.1", path: "/api/app-config", headers: { host } }, (response) => {
          response.resume();
          resolve(response.statusCode);
        });
        asked.on("error", reject);
      });
    expect(await statusAt(`evil.example:${port}`)).toBe(421);
    expect(await statusAt(`localhost:${port}`)).toBe(200);
  });

  it("are each on their own port", async () => {
    const asPage = { headers: { accept: "text/html" } };
    expect((await fetch(`${url}/reports`, asPage)).status).toBe(404);
    expect((await fetch(`${url}/api/openapi.json`)).status).toBe(404);
    // The merchant's app answers any address with its own page, which knows no console.
    const page = await (await fetch(`${sheaf.url}/support/`, asPage)).text();
    expect(page).not.toContain("Sheaf support");
    const rows = await (await fetch(`${sheaf.url}/support/api/shops`, { headers: { cookie: admin.cookie } })).text();
    expect(rows).not.toContain("aurora-demo");
  });
});
