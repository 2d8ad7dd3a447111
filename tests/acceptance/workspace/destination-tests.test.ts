import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { DestinationTestOnWire } from "#domain/wire/automations/destination-tests.ts";
import type { Fault } from "#tests/protocols/faults.ts";
import { type FtpServer, startFtp } from "#tests/protocols/ftp-server.ts";
import { type HttpServer, startHttp } from "#tests/protocols/http-server.ts";
import { givenMerchantWithReport } from "./merchant-with-report.ts";
import { startWorkspace, type Workspace } from "./support.ts";

/** The test buttons of the editor (S-2.4, S-2.7, S-2.8). */

let workspace: Workspace;
let ftp: FtpServer;
let http: HttpServer;
beforeAll(async () => {
  workspace = await startWorkspace({ ALLOW_PRIVATE_HOSTS: "true" });
  ftp = await startFtp({ username: "hush-user", password: "hush-pass" });
  http = await startHttp();
});
afterAll(() => Promise.all([workspace.close(), ftp.close(), http.close()]));

let shops = 0;
const given = async (destination: object, within = workspace) => {
  shops += 1;
  const { merchant: one, automation: data } = await givenMerchantWithReport(within, `tests-${shops}`);
  const body = { ...data, ReportDestination: destination };
  expect((await one.call("PUT", "automations/update-automation", body)).status).toBe(200);
  const test = (kind: "ftp" | "webhook", id = data.id) =>
    one.call<DestinationTestOnWire>("GET", `automations/test-${kind}/${id}`);
  return { ...one, id: data.id, test };
};
const toFtp = (changes: object = {}) => {
  const at = { HostName: `127.0.0.1:${ftp.port}`, DirectoryPath: "/in", Username: "hush-user", Password: "hush-pass" };
  return { Destination: 1, Ftp: { ...at, FtpProtocol: 0, ...changes } };
};
const toWebhook = () => ({ Destination: 2, Webhook: { Method: 1, Url: `${http.origin}/hook?key=hush-key` } });

describe("The FTP test", () => {
  it("writes a file where reports would go, removes it, and reports its steps in the specified words", async () => {
    const { test } = await given(toFtp());
    const { data, status } = await test("ftp");
    expect([status, data.Worked, data.Text, data.Reason]).toEqual([
      200,
      true,
      "Success! FTP is configured correctly.",
      null,
    ]);
    expect(data.Steps.map(({ Step }) => Step)).toEqual(
      expect.arrayContaining(["resolved", "connected", "logged in", "made directory", "wrote", "removed"]),
    );
    expect(data.Steps.every(({ Failed }) => !Failed)).toBe(true);
    expect(ftp.commands.some((command) => command.startsWith("STOR"))).toBe(true);
    expect([...ftp.files]).toEqual([]);
  });

  it("reports why it failed and at which step, without secrets", async () => {
    const { test } = await given(toFtp({ Password: "hush-wrong" }));
    const { data, text } = await test("ftp");
    expect(data).toMatchObject({
      Worked: false,
      Text: "FTP test failed",
      Reason: "The server refused the user name or the password. Check them and try again.",
    });
    expect(data.Steps.at(-1)).toMatchObject({ Step: "logged in", Failed: true });
    expect(text + workspace.logged()).not.toContain("hush-");
  });
});

describe("The webhook test", () => {
  it("calls the URL as a report would, signed and marked as a test, with a publicly readable file", async () => {
    http.answer = { status: 200, body: "thanks, hush-key" };
    const { test } = await given(toWebhook());
    const { data, text } = await test("webhook");
    expect(data).toMatchObject({ Worked: true, Text: "Success! Webhook is configured correctly.", Reason: null });
    expect([data.Answer, data.Steps.map(({ Step }) => Step)]).toEqual([
      "200 thanks, …",
      ["resolved", "connected", "called"],
    ]);
    const call = http.calls.at(-1);
    expect(call?.headers).toMatchObject({
      "sheaf-test": "true",
      "sheaf-signature": expect.stringMatching(/^t=\d+,v1=/),
    });
    const { searchParams } = new URL(`http://x${call?.url}`);
    expect([searchParams.get("key"), searchParams.get("created_at")]).toEqual([
      "hush-key",
      expect.stringMatching(/Z$/),
    ]);
    const file = await workspace.fetchRaw("GET", new URL(searchParams.get("fileurl") ?? "").pathname);
    expect([file.status, file.headers.get("content-type"), await file.text()]).toEqual([200, "text/csv", "Order\r\n"]);
    expect(text + workspace.logged()).not.toContain("hush-");
    await test("webhook");
    expect(http.calls.at(-1)?.headers["idempotency-key"]).not.toBe(call?.headers["idempotency-key"]);
  });

  it.each(["error", "hang", "refuse"] as Fault[])(
    "reports a failure that names the server, for the fault: %s",
    async (fault) => {
      const { test } = await given(toWebhook());
      http.fault = fault;
      const { data } = await test("webhook");
      http.fault = "none";
      expect(data).toMatchObject({
        Worked: false,
        Text: "Webhook test failed",
        Reason: expect.stringContaining("127.0.0.1"),
      });
      expect(data.Steps.at(-1)).toMatchObject({ Step: "called", Failed: true });
    },
  );
});

describe("A test", () => {
  it("is refused for a report with another destination, an unknown one, or another shop's", async () => {
    const mine = await given(toWebhook());
    const other = await given(toFtp());
    const elsewhere = await mine.test("ftp");
    expect([elsewhere.status, elsewhere.envelope.Ok, elsewhere.envelope.ErrorMessage]).toEqual([
      200,
      false,
      "This automated report doesn't go to FTP. Choose FTP as its destination first.",
    ]);
    expect((await mine.test("ftp", other.id)).status).toBe(404);
    expect((await mine.test("webhook", "nothing")).status).toBe(404);
    expect((await workspace.ask("GET", `automations/test-webhook/${mine.id}`)).status).toBe(401);
  });

  it("calls no private network", async () => {
    const guarded = await startWorkspace();
    const before = http.calls.length;
    const { test } = await given(toWebhook(), guarded);
    const { data } = await test("webhook");
    await guarded.close();
    expect([data.Worked, data.Reason, http.calls.length]).toEqual([
      false,
      "127.0.0.1 is on a private network, which Sheaf doesn't call. Enter a public address.",
      before,
    ]);
  });

  it("reports that a value was erased", async () => {
    const { tenant, test } = await given(toWebhook());
    await workspace.vault.eraseOwner(tenant);
    expect((await test("webhook")).data).toMatchObject({
      Worked: false,
      Reason: expect.stringContaining("was erased"),
    });
  });

  it("is rate-limited only after many tests", async () => {
    const { test } = await given({ Destination: 2, Webhook: { Method: 0, Url: "http://127.0.0.1:1/" } });
    const statuses = new Set<number>();
    for (let n = 0; n < 130 && !statuses.has(429); n += 1) statuses.add((await test("webhook")).status);
    expect([...statuses]).toEqual([200, 429]);
  });
});
