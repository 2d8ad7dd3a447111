import { readFile } from "node:fs/promises";
import { createServer } from "node:net";
import { afterEach, describe, expect, it, onTestFinished } from "vitest";
import {
  aDelivery,
  aFile,
  clock,
  failure,
  never,
  newDestinations,
  patience,
} from "#tests/protocols/destinations-for-tests.ts";
import { listen } from "#tests/protocols/faults.ts";
import { type HttpServer, startHttp } from "#tests/protocols/http-server.ts";
import { createOutboundHttp } from "../http-out/create-outbound-http.ts";
import type { WebhookDestination } from "../ports/destination.ts";
import { type ConnectionStage, NotFetched, type OutboundHttp } from "../ports/outbound-http.ts";
import { createDeliveryProgressStore } from "./delivery-progress.ts";
import { createReceipts } from "./receipts.ts";
import { createSteps } from "./steps.ts";
import { createWebhook } from "./webhook.ts";

const servers: HttpServer[] = [];
const start = async (): Promise<HttpServer> => {
  const server = await startHttp();
  servers.push(server);
  return server;
};
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

const secret = "whsec-7d1f0c";
const to = (server: HttpServer, changes: Partial<WebhookDestination> = {}): WebhookDestination => ({
  kind: "webhook",
  method: "POST",
  url: `${server.origin}/hooks/k3y?shop=aurora`,
  secret,
  ...changes,
});
const asked = {
  id: "test-1",
  tenant: "aurora",
  fileUrl: "https://sheaf.example/files/t/a.csv",
  createdAt: "2026-11-20T12:00:00.000Z",
};

/** The example for receivers, as in their document. */
const exampleOfDocument = async () => {
  const text = await readFile(new URL("../../docs/webhooks.md", import.meta.url), "utf8");
  const code = /```js\n([\s\S]*?)```/.exec(text)?.[1] ?? "";
  const module = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  return module.isFromSheaf as (call: object, secret: string, now?: number) => boolean;
};

describe("A webhook", () => {
  it.each(["GET", "POST"] as const)("is called by %s with the file's address and creation time", async (method) => {
    const server = await start();
    server.answer = { status: 202, body: "Thank you.\n" };
    const { destinations } = newDestinations();
    const receipt = await destinations.deliver(aDelivery(to(server, { method })), never);
    const [call] = server.calls;
    const query = new URL(call?.url ?? "", server.origin).searchParams;
    expect([call?.method, call?.body]).toEqual([method, ""]);
    expect(Object.fromEntries(query)).toEqual({
      shop: "aurora",
      fileurl: "https://sheaf.example/files/s3cret-token/Orders.csv",
      created_at: "2026-11-19T22:01:07.000Z",
    });
    expect(call?.headers).toMatchObject({ "idempotency-key": "run-1", "user-agent": "Sheaf" });
    expect(call?.headers).not.toHaveProperty("sheaf-test");
    expect(receipt).toMatchObject({ to: "127.0.0.1", answer: "202 Thank you.", before: false });
    expect(receipt.steps.map(({ step }) => step)).toEqual(["resolved", "connected", "called"]);
  });

  it("is signed so that the example in the receivers' document can verify it", async () => {
    const server = await start();
    const isFromSheaf = await exampleOfDocument();
    const file = aFile({ link: "https://sheaf.example/files/t/Ünï & 100%.csv" });
    await newDestinations().destinations.deliver(aDelivery(to(server), { file }), never);
    const [call] = server.calls;
    if (call === undefined) throw new Error("There was no call.");
    expect(isFromSheaf(call, secret)).toBe(true);
    expect(isFromSheaf(call, "another secret")).toBe(false);
    expect(isFromSheaf({ ...call, url: call.url.replace("100", "200") }, secret)).toBe(false);
    expect(isFromSheaf({ ...call, headers: { ...call.headers, "idempotency-key": "run-2" } }, secret)).toBe(false);
    expect(isFromSheaf(call, secret, Date.now() + 600_000)).toBe(false);
    expect(isFromSheaf({ ...call, headers: {} }, secret)).toBe(false);
  });

  it("is not called again after it answered, and a test run says that it is one", async () => {
    const server = await start();
    const { destinations } = newDestinations();
    await destinations.deliver(aDelivery(to(server), { test: true }), never);
    expect(await destinations.deliver(aDelivery(to(server), { test: true }), never)).toMatchObject({ before: true });
    expect(server.calls.map(({ headers }) => headers["sheaf-test"])).toEqual(["true"]);
  });

  it.each([
    ["refuse", "closed the connection unexpectedly"],
    ["cut", null],
    ["hang", "didn't answer within 2 seconds"],
    ["error", "answered 500"],
    ["slow", null],
    ["full", null],
  ] as const)("is called again with the same key after %s, if it didn't answer", async (fault, words) => {
    const server = await start();
    const { destinations } = newDestinations();
    server.fault = fault;
    const delivered = destinations.deliver(aDelivery(to(server)), never);
    // Only the status counts. The first words are enough of a body that breaks off or never ends.
    if (words === null) expect(await delivered).toMatchObject({ before: false });
    else {
      expect(await failure(delivered)).toMatchObject({ kind: "temporary", message: expect.stringContaining(words) });
      server.fault = "none";
      await destinations.deliver(aDelivery(to(server)), never);
      expect(new Set(server.calls.map(({ headers }) => headers["idempotency-key"]))).toEqual(new Set(["run-1"]));
    }
  });

  it.each([
    [301, "lasting"],
    [307, "lasting"],
    [401, "lasting"],
    [403, "lasting"],
    [410, "lasting"],
    [404, "temporary"],
    [429, "temporary"],
    [503, "temporary"],
    [304, "temporary"],
  ])("fails on the answer %i, %s", async (status, kind) => {
    const [server, inner] = [await start(), await start()];
    server.answer = { status, headers: { location: inner.origin }, body: "No." };
    const { destinations } = newDestinations();
    for (const method of ["GET", "POST"] as const) {
      const failed = await failure(destinations.deliver(aDelivery(to(server, { method })), never));
      expect(failed).toMatchObject({ kind, message: expect.stringContaining(String(status)) });
    }
    expect(inner.calls).toEqual([]);
  });

  it.each([
    ["HTTP/1.1 303 See Other\r\ncontent-length: 0\r\n\r\n", "answered with a redirect (303) that leads nowhere"],
    ["HTTP/1.1 300 Multiple Choices\r\ncontent-length: 0\r\n\r\n", "(300) that leads nowhere"],
    ["HTTP/1.1 303 See Other\r\nlocation: /a\r\ncontent-length: 0\r\n\r\n", "(303). Enter the address it leads to."],
    ["hello\r\n\r\n", "answer can't be read"],
    ["HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\nokk", "answer can't be read"],
  ])("with an invalid answer gets an error that says what is wrong: %j", async (answer, words) => {
    const server = createServer((socket) => {
      socket.on("error", () => {});
      socket.once("data", () => socket.end(answer));
    });
    const { port, close } = await listen(server);
    onTestFinished(close);
    const destination: WebhookDestination = {
      kind: "webhook",
      method: "POST",
      url: `http://127.0.0.1:${port}/`,
      secret,
    };
    const failed = await failure(newDestinations().destinations.deliver(aDelivery(destination), never));
    expect(failed.message).toContain(words);
  });

  it.each([
    ["with an upgrade", "connection: upgrade\r\nupgrade: websocket\r\n"],
    ["without one", ""],
  ])("that answers 101 fails at once, as does its test: %s", async (_name, headers) => {
    const server = createServer((socket) => {
      socket.on("error", () => {});
      socket.once("data", () => socket.write(`HTTP/1.1 101 Switching Protocols\r\n${headers}\r\n`));
    });
    const { port, close } = await listen(server);
    onTestFinished(close);
    const { destinations } = newDestinations();
    const sentence =
      "127.0.0.1 answered with code 101 (Switching Protocols), which isn't an answer to a report. Enter the address of a webhook that accepts a POST.";
    for (const method of ["GET", "POST"] as const) {
      const destination: WebhookDestination = { kind: "webhook", method, url: `http://127.0.0.1:${port}/`, secret };
      const message = sentence.replace("POST", method);
      expect(await failure(destinations.deliver(aDelivery(destination), never))).toMatchObject({
        kind: "lasting",
        message,
      });
      expect(await destinations.testWebhook(destination, asked, never)).toMatchObject({
        worked: false,
        reason: message,
      });
    }
  });

  it.each<[string, string, ConnectionStage[], string]>([
    [
      "can't be connected to",
      "http://hooks.example/",
      ["resolved"],
      "We couldn't connect to hooks.example within 2 seconds. Check the address and its firewall.",
    ],
    [
      "can't be connected to by HTTPS",
      "https://hooks.example/",
      ["resolved"],
      "We couldn't connect to hooks.example within 2 seconds. Check the address and its firewall.",
    ],
    [
      "doesn't set up TLS",
      "https://hooks.example/",
      ["resolved", "connected"],
      "hooks.example didn't set up a secure connection within 2 seconds. Check that it uses HTTPS at this port and isn't overloaded.",
    ],
    [
      "has the call",
      "http://hooks.example/",
      ["resolved", "connected"],
      "hooks.example didn't answer within 2 seconds. Make it answer first and do its work afterwards.",
    ],
    [
      "has the call by HTTPS",
      "https://hooks.example/",
      ["resolved", "connected", "secured"],
      "hooks.example didn't answer within 2 seconds. Make it answer first and do its work afterwards.",
    ],
  ])("says what took too long if the receiver %s", async (_name, url, reached, message) => {
    const call: OutboundHttp["call"] = async ({ onStage }) => {
      for (const stage of reached) onStage?.(stage);
      throw new NotFetched("too-slow", "There was no answer within 2000 ms.");
    };
    const { destinations } = newDestinations({ http: { call, close: () => {} } });
    const destination: WebhookDestination = { kind: "webhook", method: "POST", url, secret };
    expect(await failure(destinations.deliver(aDelivery(destination), never))).toMatchObject({
      kind: "temporary",
      message,
    });
    expect(await destinations.testWebhook(destination, asked, never)).toMatchObject({ worked: false, reason: message });
  });

  it("that never finishes the TLS handshake isn't told to do its work afterwards", async () => {
    const { port, close } = await listen(createServer());
    onTestFinished(close);
    const url = `https://127.0.0.1:${port}/`;
    const destination: WebhookDestination = { kind: "webhook", method: "POST", url, secret };
    const failed = await failure(newDestinations().destinations.deliver(aDelivery(destination), never));
    expect(failed.message).toContain("127.0.0.1 didn't set up a secure connection within 2 seconds.");
    expect(failed.steps.map(({ step, failed = false }) => [step, failed])).toEqual([
      ["resolved", false],
      ["connected", false],
      ["secured", true],
    ]);
  });

  it("fails after the total timeout even if the connection reports nothing", async () => {
    const http = { call: () => new Promise<never>(() => {}), close: () => {} };
    const { destinations } = newDestinations({ http, timeouts: { ...patience, wholeMs: 50 } });
    const destination: WebhookDestination = { kind: "webhook", method: "POST", url: "https://hooks.example/", secret };
    const failed = await failure(destinations.deliver(aDelivery(destination), never));
    expect(failed).toMatchObject({
      kind: "temporary",
      message: expect.stringContaining("hooks.example took too long"),
    });
  });

  it.each([
    [429, "90", "2026-11-20T12:01:30.000Z"],
    [503, "Fri, 20 Nov 2026 12:10:00 GMT", "2026-11-20T12:10:00.000Z"],
    [503, "soon", undefined],
    [429, "-5", undefined],
    [500, "90", undefined],
  ])("that answers %i with Retry-After: %s fails with the time to call it again", async (status, header, notBefore) => {
    const server = await start();
    server.answer = { status, headers: { "retry-after": header } };
    const wall = () => new Date("2026-11-20T12:00:00.000Z");
    const { destinations } = newDestinations({ clock: { ...clock, wall } });
    expect((await failure(destinations.deliver(aDelivery(to(server)), never))).notBefore).toBe(notBefore);
  });

  it.each([
    ["http://user:word@127.0.0.1/", "That isn't an address Sheaf can call"],
    ["ftp://hooks.example/", "That isn't an address Sheaf can call"],
    ["hooks.example", "That isn't an address Sheaf can call"],
  ])("can't have an address like %s", async (url, words) => {
    const server = await start();
    const failed = await failure(newDestinations().destinations.deliver(aDelivery(to(server, { url })), never));
    expect(failed).toMatchObject({ kind: "lasting", message: expect.stringContaining(words) });
  });

  it.each(["127.0.0.1", "localhost", "[::1]", "2130706433", "[::ffff:127.0.0.1]"])(
    "is not called on a private network: %s",
    async (host) => {
      const server = await start();
      const { destinations } = newDestinations({ http: createOutboundHttp({ allowPrivate: false }) });
      const destination = to(server, { url: `http://${host}:${server.port}/` });
      const failed = await failure(destinations.deliver(aDelivery(destination), never));
      expect(failed).toMatchObject({ kind: "lasting", message: expect.stringContaining("private network") });
      expect(server.calls).toEqual([]);
    },
  );

  it("is retried later if its name resolved to a private network, as one wrong DNS answer can cause that", async () => {
    const server = await start();
    const resolve = () => Promise.resolve([{ address: "10.0.0.7", family: 4 as const }]);
    const { destinations } = newDestinations({ http: createOutboundHttp({ allowPrivate: false, resolve }) });
    const destination = to(server, { url: "http://hooks.example/" });
    const failed = await failure(destinations.deliver(aDelivery(destination), never));
    expect(failed).toMatchObject({ kind: "temporary", message: expect.stringContaining("private network") });
  });

  it("is tested by a call that is marked as a test", async () => {
    const server = await start();
    server.answer = { status: 202, body: `Thank you, ${secret}` };
    const { destinations } = newDestinations();
    const worked = await destinations.testWebhook(to(server), asked, never);
    expect(worked).toMatchObject({ worked: true, text: "Success! Webhook is configured correctly.", reason: null });
    expect(worked.answer).toBe("202 Thank you, …");
    expect(server.calls[0]?.headers).toMatchObject({ "sheaf-test": "true", "idempotency-key": "test-1" });
    server.answer = { status: 500, body: "Out of order" };
    const failed = await destinations.testWebhook(to(server), asked, never);
    expect(failed).toMatchObject({
      worked: false,
      text: "Webhook test failed",
      reason: "127.0.0.1 answered 500 and said: Out of order.",
      answer: null,
      steps: [{ step: "resolved" }, { step: "connected" }, { step: "called", failed: true }],
    });
  });

  it("reports the failed step of a test: unknown name, no listener, no HTTPS", async () => {
    const server = await start();
    const { destinations } = newDestinations();
    const stepsTo = async (url: string) => {
      const { steps } = await destinations.testWebhook(to(server, { url }), asked, never);
      return steps.map(({ step, failed }) => (failed ? `${step}: failed` : step));
    };
    expect(await stepsTo("http://nobody.invalid/k3y")).toEqual(["resolved: failed"]);
    expect(await stepsTo("http://127.0.0.1:1/k3y")).toEqual(["resolved", "connected: failed"]);
    expect(await stepsTo("http://localhost:1/k3y")).toEqual(["resolved", "connected: failed"]);
    expect(await stepsTo(`https://127.0.0.1:${server.port}/k3y`)).toEqual(["resolved", "connected", "secured: failed"]);
  });

  it("is tested with one timeout for all steps", async () => {
    const server = await start();
    server.fault = "hang";
    const { destinations } = newDestinations();
    const { steps } = await destinations.testWebhook(to(server), asked, never);
    expect(steps.map(({ step, failed = false }) => [step, failed])).toEqual([
      ["resolved", false],
      ["connected", false],
      ["called", true],
    ]);
    expect(
      steps.reduce((sum, { ms }) => sum + ms, 0),
      "and not two for each",
    ).toBeLessThan(4_000);
  });

  it("stops at once on request, without counting as failed", async () => {
    const server = await start();
    server.fault = "hang";
    const http = createOutboundHttp({ allowPrivate: true });
    const { stateStore } = newDestinations();
    const notes = createDeliveryProgressStore(stateStore, clock);
    const receipts = createReceipts({ notes, othersMs: 0 });
    const { deliver } = createWebhook({ http, progress: notes, receipts, clock, wholeMs: 8_000 });
    const stop = new AbortController();
    const delivered = deliver(aDelivery(to(server)), createSteps(clock), stop.signal);
    stop.abort(new Error("The worker ends."));
    await expect(delivered).rejects.toThrow("The worker ends.");
    http.close();
  });
});
