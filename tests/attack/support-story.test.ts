import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ConsoleActivity } from "#domain/wire/support/console.ts";
import { freePort, type StartedSheaf, startSheaf } from "#tests/support/start-sheaf.ts";
import { type SupportPerson, signInAtConsole } from "#tests/support/support-person.ts";
import { until } from "#tests/support/until.ts";
import { givenShopWithEverything, type ShopWithEverything } from "./shop-with-everything.ts";

/** A shop's activity must show no key to its files, no address, and nothing of another shop. */

const secrets = {
  address: "anna.zq@customers.example",
  password: "Sesame-zq-4711",
  url: "https://hooks.example.com/k3y-zq",
};

let sheaf: StartedSheaf;
let person: SupportPerson;
let own: ShopWithEverything;
let other: ShopWithEverything;

beforeAll(async () => {
  const port = await freePort();
  sheaf = await startSheaf({
    env: { SUPPORT_CONSOLE: "true", SUPPORT_PORT: String(port), RATE_LIMIT: "false" },
    readyWithin: 240_000,
  });
  own = await givenShopWithEverything(sheaf, "aurora-demo", secrets.address);
  other = await givenShopWithEverything(sheaf, "borealis-demo", "another");
  const { client } = own.merchant;
  const report = await client.data<{ id: string }>("POST", "automations/create-new");
  for (const ReportDestination of [
    {
      Destination: 1,
      Ftp: {
        HostName: "ftp.example.com",
        DirectoryPath: "in",
        Username: secrets.address,
        Password: secrets.password,
        FtpProtocol: 2,
      },
    },
    { Destination: 2, Webhook: { Method: 1, Url: secrets.url } },
  ])
    await client.data("PUT", "automations/update-automation", { ...report, ReportDestination });
  await client.data("POST", "support/send-message", `Call me: ${secrets.address}`);
  person = await signInAtConsole(sheaf, `http://localhost:${port}`, "viewer-demo");
}, 300_000);
afterAll(() => sheaf?.stop());

const lines = async (tenant: string): Promise<ConsoleActivity[]> =>
  (await person.list<ConsoleActivity>("happenings", { filter: { tenant }, range: [0, 999] })).rows;

describe("a shop's activity", () => {
  it("contains no secret, file key or address, and neither do its events", async () => {
    const rows = await until("the message to support is listed", async () => {
      const found = await lines(own.tenant);
      return found.some(({ what }) => what === "The shop wrote to support.") && found;
    });
    expect(rows.length).toBeGreaterThan(20);
    const opened = await Promise.all(rows.map(({ id }) => person.one("happenings", id)));
    const then = await (await person.get(`shops/${own.tenant}/as-of?at=${new Date().toISOString()}`)).text();
    const things = await Promise.all(
      [
        ["design", own.ids.design],
        ["filter", own.ids.filter],
      ].map(async ([kind, id]) =>
        (await person.get(`shops/${own.tenant}/as-of/${kind}/${id}?at=${new Date().toISOString()}`)).text(),
      ),
    );
    const made = await (await person.get(`exports/${own.ids.export}/made-of`)).text();
    const token = /files\/([^/]+)/.exec(own.fileUrl)?.[1] ?? "no address";
    // The word is also in a title, which merchants give: that isn't a secret (docs/privacy.md). A key to a file or a
    // value is.
    const text = JSON.stringify([opened, then, things, made]);
    for (const secret of [secrets.password, secrets.url, token, "pv:", "sv:", "support-message:", "Call me"])
      expect(text).not.toContain(secret);
    expect(text).not.toMatch(/\\?"(?:fileKey|emailRef|messageRef|confirmationUrl)\\?":\\?"(?!\\{1,4}u001bhidden)/);
  });

  it("includes nothing of another shop, whatever the filter", async () => {
    for (const about of [other.ids.filter, other.ids.design, other.ids.export]) {
      const { rows } = await person.list<ConsoleActivity>("happenings", { filter: { tenant: own.tenant, about } });
      expect(rows).toEqual([]);
    }
    expect((await lines(own.tenant)).every(({ tenant }) => tenant === own.tenant)).toBe(true);
    const at = new Date().toISOString();
    const strange = await person.get(`shops/${own.tenant}/as-of/filter/${other.ids.filter}?at=${at}`);
    expect(strange.status).toBe(404);
  });

  it.each([
    "happenings/workspace-nobody%3A0",
    "happenings/..%2F..%2Fetc",
    "happenings/%24all%3A0",
    "happenings/shop-x",
    "happenings?filter=%7B%22tenant%22%3A%7B%22%24ne%22%3A1%7D%7D",
    "happenings?filter=%7B%22stream%22%3A%22x%22%7D",
    "shops/nobody/as-of?at=2026-01-01T00:00:00Z",
  ])("opens no unknown or malformed id: %s", async (path) => {
    expect([400, 404]).toContain((await person.get(path)).status);
  });
});
