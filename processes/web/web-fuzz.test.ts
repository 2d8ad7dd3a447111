import { request as httpRequest } from "node:http";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ApiCall, type ApiDocument, callsOf, type Schema } from "#tests/support/openapi-calls.ts";
import { startWebForTests, type WebForTests } from "#tests/support/web-for-tests.ts";

const takesBoolean = (schema: Schema | undefined): boolean =>
  schema?.type === "boolean" || (schema?.oneOf ?? schema?.anyOf ?? []).some(takesBoolean);

/** Every call of the OpenAPI document against everything an unauthenticated caller may send (issue 'Ways in'). */

let web: WebForTests;
let calls: ApiCall[] = [];
let token = "";
let tenant = "";

beforeAll(async () => {
  web = await startWebForTests();
  ({ token, tenant } = await web.givenShop("aurora-demo"));
  const document = JSON.parse((await web.ask("GET", "openapi.json")).text) as ApiDocument;
  expect(document.openapi).toBe("3.1.0");
  calls = callsOf(document);
});
afterAll(() => web.close());

const send = (call: ApiCall, asked: Parameters<WebForTests["ask"]>[2]) =>
  web.ask(call.method, `${call.path}${call.query}`, { token, ...asked });

const json = { "content-type": "application/json" };

/** Expects a 4xx with the whole envelope and a sentence, from every chosen call. */
const expectRefused = async (
  chosen: ApiCall[],
  ask: (call: ApiCall) => Promise<Awaited<ReturnType<WebForTests["ask"]>>>,
  status?: number,
) => {
  expect(chosen.length).toBeGreaterThan(0);
  for (const call of chosen) {
    const reply = await ask(call);
    const where = `${call.method} ${call.path}: ${reply.text.slice(0, 300)}`;
    if (status === undefined) expect(reply.status >= 400 && reply.status < 500, `${reply.status} ${where}`).toBe(true);
    else expect(reply.status, where).toBe(status);
    expect(Object.keys(reply.envelope), where).toEqual([
      "Ok",
      "Data",
      "ErrorCode",
      "ErrorMessage",
      "ErrorDetails",
      "ErrorHelp",
    ]);
    expect(reply.envelope.Ok, where).toBe(false);
    expect(reply.envelope.ErrorCode, where).toMatch(/^[\w-]+$/);
    expect(`${reply.envelope.ErrorMessage} ${reply.envelope.ErrorDetails ?? ""}`, where).toMatch(/\w.*\w\.?/);
    expect(reply.envelope.ErrorMessage, where).not.toMatch(/undefined|\[object|SyntaxError|zod/i);
  }
};

const writing = () => calls.filter((call) => call.method !== "GET");
const withBody = () => writing().filter((call) => call.operation.requestBody);
const guarded = () => calls.filter((call) => call.operation.security.length > 0);

describe("every API call", () => {
  it("is described, both commands and queries", () => {
    expect(calls.length).toBeGreaterThanOrEqual(23);
    expect(calls.some((call) => call.path === "reporting/generateReport")).toBe(true);
    expect(calls.some((call) => call.path === "reports/get/with-columns/x")).toBe(true);
  });

  it.each([
    ["no token", {}],
    ["an empty token", { authorization: "Bearer " }],
    ["another scheme", { authorization: "Basic dXNlcjpwdw==" }],
    ["nonsense", { authorization: "Bearer abc.def.ghi" }],
  ])("is refused with %s if it needs a token", async (_name, headers) => {
    await expectRefused(
      guarded(),
      (call) => web.ask(call.method, `${call.path}${call.query}`, { body: call.body, headers }),
      401,
    );
  });

  it("is refused without its body being read if the required token is missing", async () => {
    const chosen = guarded().filter((call) => call.method !== "GET");
    await expectRefused(chosen, (call) => web.ask(call.method, call.path, { raw: "{'a':1}", headers: json }), 401);
    const big = JSON.stringify({ Extra: "x".repeat(5 * 1_048_576) });
    await expectRefused(
      chosen.slice(0, 3),
      (call) => web.ask(call.method, call.path, { raw: big, headers: json }),
      401,
    );
  });

  it("is refused with an expired token if it needs one", async () => {
    const other = await startWebForTests();
    const old = await other.givenShop("aurora-demo");
    other.clock.advance(24 * 3_600_000);
    await expectRefused(
      guarded(),
      (call) => other.ask(call.method, `${call.path}${call.query}`, { token: old.token }),
      401,
    );
    await other.close();
  });

  it("is refused after logout if it needs a token", async () => {
    const leaving = await web.sessions.issue({
      tenant,
      shop: "aurora-demo",
      epoch: await web.sessions.readEpoch(tenant),
    });
    expect((await web.ask("POST", "account/logout", { token: leaving })).status).toBe(200);
    await expectRefused(
      guarded(),
      (call) => web.ask(call.method, `${call.path}${call.query}`, { token: leaving }),
      401,
    );
  });

  it.each([
    ["not JSON", "{'a':1}", json, 400],
    ["half of JSON", '{"a":', json, 400],
    ["with another content type", "a=1", { "content-type": "application/x-www-form-urlencoded" }, 415],
    ["without a content type", new TextEncoder().encode("{}"), {}, 415],
    ["in an unknown encoding", "{}", { ...json, "content-encoding": "compress" }, 415],
    ["compressed", gzipSync("{}"), { ...json, "content-encoding": "gzip" }, 415],
    ["highly compressed", gzipSync(" ".repeat(1_000_000)), { ...json, "content-encoding": "gzip" }, 415],
    ["with an unknown charset", "{}", { "content-type": "application/json; charset=klingon" }, 415],
    ["that sets __proto__", '{"__proto__":{"admin":true}}', json, 400],
    ["nested 8,000 levels deep", "[".repeat(8_000) + "]".repeat(8_000), json, 400],
    ["nested 100,000 levels deep", "[".repeat(100_000) + "]".repeat(100_000), json, undefined],
    ["with a NUL character", '{"ShopName":"a\\u0000b"}', json, 400],
    ["with half a surrogate pair", '{"ShopName":"\\ud800"}', json, 400],
    ["with half a surrogate pair as a name", '{"\\udfff":1}', json, 400],
    ["consisting of a huge number", "1e999", json, 400],
    ["consisting of a number of 10,000 digits", "9".repeat(10_000), json, 400],
    ["consisting of true", "true", json, undefined],
    ["consisting of another object", '{"Nonsense":{"a":[1,2,3]}}', json, 400],
    ["consisting of another wrapped value", '{"toString":"x"}', json, 400],
    ["that holds half a million values", `[${"0,".repeat(500_000)}0]`, json, undefined],
  ])("is refused with one %s if it has a body", async (_name, raw, headers, status) => {
    // Only a call with a boolean body accepts one.
    const chosen = writing().filter(({ schema }) => raw !== "true" || !takesBoolean(schema));
    await expectRefused(chosen, (call) => send(call, { raw, headers }), status);
  });

  it("is refused with a body over 1 MB, or 2 MB for a design and 4 MB for a filter", async () => {
    const largest = new Map([
      ["reports/update", 2],
      ["filters/update-filter", 4],
    ]);
    for (const megabytes of [1, 2, 4]) {
      const raw = JSON.stringify({ Extra: "x".repeat(megabytes * 1_048_576) });
      const these = writing().filter(({ path }) => (largest.get(path) ?? 1) === megabytes);
      await expectRefused(these, (call) => send(call, { raw, headers: json }), 413);
    }
  });

  it("is refused with a body over 16 KB if it needs no token or belongs to an account", async () => {
    const chosen = writing().filter(({ path }) => /^(account|instrumentation)\//.test(path));
    expect(chosen.map(({ path }) => path)).toContain("account/loginCallback");
    expect(chosen.map(({ path }) => path)).toContain("instrumentation/isOnline");
    const raw = JSON.stringify({ Extra: "x".repeat(16_384) });
    await expectRefused(chosen, (call) => send(call, { raw, headers: json }), 413);
    expect((await web.ask("POST", "account/login", { raw, headers: json })).envelope.ErrorMessage).toBe(
      "The request is over 16 KB. Send less at once.",
    );
  });

  it("is refused with a reason if its body is compressed", async () => {
    const headers = { ...json, "content-encoding": "gzip" };
    expect((await web.ask("POST", "account/login", { raw: gzipSync("{}"), headers })).envelope.ErrorMessage).toBe(
      "The body must not be compressed. Send it without the header Content-Encoding.",
    );
  });

  it.each(["install", "loginCallback"])("accepts up to 32 additional parameters at %s, and no more", async (name) => {
    const call = calls.find(({ path }) => path === `account/${name}`);
    if (!call) throw new Error(`There is no account/${name}.`);
    const told = async (parameters: number) => {
      const Query = Object.fromEntries(Array.from({ length: parameters }, (_, index) => [`k${index}`, ""]));
      const reply = await send(call, { body: { ...(call.body as object), Query } });
      return `${reply.envelope.ErrorMessage} ${reply.envelope.ErrorDetails ?? ""}`;
    };
    expect(await told(33)).toContain("Query: has too many parameters: at most 32.");
    expect(await told(32)).not.toContain("Query");
  });

  it("is refused without its body, or with null", async () => {
    const optional = new Set(["reports/create-new", "filters/create-new", "automations/create-new"]);
    const chosen = withBody().filter((call) => !optional.has(call.path));
    await expectRefused(chosen, (call) => send(call, {}), 400);
    await expectRefused(chosen, (call) => send(call, { raw: "null", headers: json }), 400);
  });

  it("is refused if a field is missing, has the wrong type, is too long or is unknown", async () => {
    for (const call of withBody()) {
      const body = call.body;
      if (typeof body !== "object" || body === null || Array.isArray(body)) continue;
      const schema = call.operation.requestBody?.content["application/json"].schema ?? {};
      const refused = (changed: unknown) => expectRefused([call], (one) => send(one, { body: changed }), 400);
      const tooLong = /^(account|instrumentation)\//.test(call.path) ? 15_000 : 900_000;
      for (const name of schema.required ?? []) {
        const { [name]: _, ...others } = body as Record<string, unknown>;
        await refused(others);
        await refused({ ...body, [name]: { $gt: "" } });
        await refused({ ...body, [name]: ["x", ["y"]] });
        await refused({ ...body, [name]: 1e308 });
        await refused({ ...body, [name]: "x".repeat(tooLong) });
      }
      await refused({ ...body, Surplus: 1 });
      await refused({ ...body, constructor: { prototype: {} } });
    }
  });

  it("names the invalid field", async () => {
    const told = async (path: string, body: unknown) =>
      (await web.ask("POST", path, { token, body })).envelope.ErrorMessage;
    expect(await told("account/login", {})).toBe("ShopName is missing.");
    expect(await told("account/login", { ShopName: 7 })).toBe("ShopName must be text.");
    expect(await told("account/login", { ShopName: "x".repeat(300) })).toBe(
      "ShopName is too long: at most 255 characters.",
    );
    expect(await told("account/login", { ShopName: "a", Password: "b" })).toBe(
      "Password is not a field of this call. Remove it.",
    );
    expect(await told("reporting/cancelExport", { ids: "x" })).toMatch(/\{"id": …\}/);
    expect(await told("reporting/pollExportList", ["a", 1])).toBe("Entry 2 must be text.");
    expect((await web.ask("GET", "reports/get-report", { token })).envelope.ErrorMessage).toBe("id is missing.");
  });

  it.each(["?id=a&id=b", "?id[]=a", "?id=a&other=b", "?id=%00", "?id=%ED%A0%80x", `?id=${"x".repeat(101)}`])(
    "is refused with '%s' if it takes a query",
    async (query) => {
      const reply = await web.ask("GET", `reports/get-report${query}`, { token });
      expect([400, 404]).toContain(reply.status);
      expect(reply.envelope.Ok).toBe(false);
    },
  );

  it.each(["nothing/here", "account", "Account/Login", "reports/get/with-columns/", "..%2f..%2fetc", "%E0%A4%A"])(
    "is not found at '%s'",
    async (path) => {
      const reply = await web.ask("GET", path, { token });
      expect([400, 404]).toContain(reply.status);
      expect(reply.envelope.Ok).toBe(false);
    },
  );

  it("is refused with another method, and names the right one", async () => {
    for (const call of calls) {
      const others = ["GET", "POST", "PUT", "DELETE", "PATCH"].filter((method) => method !== call.method);
      for (const method of others) {
        const reply = await web.ask(method, call.path, { token });
        expect([method, call.path, reply.status]).toEqual([method, call.path, 405]);
        expect(reply.headers.get("allow")).toBe(call.method);
      }
    }
  });

  it("isn't affected by a body that ends too early", async () => {
    const { port } = new URL(web.url);
    await new Promise<void>((resolve) => {
      const cut = httpRequest({
        port,
        method: "POST",
        path: "/api/account/login",
        headers: { ...json, "content-length": 100 },
      });
      cut.on("error", () => resolve());
      cut.on("close", () => resolve());
      cut.write('{"ShopName":');
      cut.flushHeaders();
      setImmediate(() => cut.destroy());
    });
    expect((await web.ask("POST", "instrumentation/isOnline", { body: {} })).status).toBe(200);
  });

  it("caused no unexpected failure", () => {
    expect(web.logged()).not.toContain("a request failed unexpectedly");
  });
});
