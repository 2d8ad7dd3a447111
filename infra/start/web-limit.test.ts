import { afterEach, describe, expect, it } from "vitest";
import { startWebForTests, type WebForTests } from "#tests/support/web-for-tests.ts";
import { callsPerMinute } from "../app/http/limit.ts";

let web: WebForTests;
afterEach(() => web.close());

const from = (address: string) => ({ "x-forwarded-for": address });
const logIn = (headers = {}) => web.ask("POST", "account/login", { body: { ShopName: "aurora-demo" }, headers });

/** Log-ins until one is refused; answers how many were let through, and the refusal. */
const until429 = async (headers = {}) => {
  for (let passed = 0; passed <= callsPerMinute; passed++) {
    const reply = await logIn(headers);
    if (reply.status === 429) return { passed, reply };
  }
  throw new Error("Nothing was refused.");
};

describe("Calls without a log-in", () => {
  it("are 60 a minute for one address, log-in, installation and callback together", async () => {
    web = await startWebForTests({ RATE_LIMIT: "true" });
    await web.ask("POST", "account/install", { body: {} });
    await web.ask("POST", "account/loginCallback", { body: {} });
    const { passed, reply } = await until429();
    expect(passed).toBe(callsPerMinute - 2);
    expect(reply.envelope).toMatchObject({
      Ok: false,
      ErrorCode: "too-many",
      ErrorMessage: expect.stringMatching(
        /^There were too many log-ins from your address\. Try again in \d+ seconds?\.$/,
      ),
    });
    expect(Number(reply.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await web.ask("POST", "account/install", { body: {} })).status).toBe(429);
  });

  it("do not keep anybody from what is no log-in", async () => {
    web = await startWebForTests({ RATE_LIMIT: "true" });
    const { token } = await web.givenShop("aurora-demo");
    await until429();
    expect((await web.ask("POST", "instrumentation/isOnline", { body: {} })).status).toBe(200);
    expect((await web.ask("GET", "app-config")).status).toBe(200);
    expect((await web.ask("GET", "account/status", { token })).status).toBe(200);
  });

  it("count by the caller's own address behind a proxy", async () => {
    web = await startWebForTests({ RATE_LIMIT: "true", TRUST_PROXY: "1" });
    await until429(from("203.0.113.7"));
    expect((await logIn(from("203.0.113.8"))).status).toBe(200);
    // What the caller wrote himself stands before what the proxy added, and is not believed.
    expect((await logIn(from("203.0.113.9, 203.0.113.7"))).status).toBe(429);
  });

  it("count by the connection where there is no proxy, whatever the caller says", async () => {
    web = await startWebForTests({ RATE_LIMIT: "true" });
    await until429(from("203.0.113.7"));
    expect((await logIn(from("203.0.113.8"))).status).toBe(429);
  });

  it("are not counted where a proxy does it", async () => {
    web = await startWebForTests({ RATE_LIMIT: "false" });
    await expect(until429()).rejects.toThrow("Nothing was refused.");
  });
});
