import { createSecretKey } from "node:crypto";
import fc from "fast-check";
import { SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { signToken } from "#application/session/tokens.ts";
import { LoginAction } from "#domain/enumerations.ts";
import type { LoginResponse } from "#domain/wire/account/account.ts";
import { decide } from "#tests/support/html-form.ts";
import { createHttpClient } from "#tests/support/http-client.ts";
import { logIn } from "#tests/support/merchant.ts";
import { type ApiCall, type ApiDocument, callsOf, type Schema } from "#tests/support/openapi-calls.ts";
import { freePort, type StartedSheaf, startSheaf } from "#tests/support/start-sheaf.ts";
import { givenSeed } from "../acceptance/expected/random-filters.ts";
import {
  eventsOf,
  givenShopWithEverything,
  type ShopWithEverything,
  tokenKey,
  viewOf,
} from "./shop-with-everything.ts";

/** Every call of the started product against everybody who has no business there: strangers, former users, other shops. */

type Reply = { status: number; headers: Headers; text: string };
type Asked = { token?: string | undefined; body?: unknown; raw?: string; headers?: Record<string, string> };

/** Stands in everything of the other shop that has a name, and nowhere else. */
const secretWord = "Xylographer";

let sheaf: StartedSheaf;
let metricsPort: number;
let calls: ApiCall[];
let own: ShopWithEverything;
let others: ShopWithEverything;

/** A response that lasts as long as someone listens. */
const streams = (headers: Headers): boolean => headers.get("content-type")?.startsWith("text/event-stream") === true;
const beginningOf = async ({ body }: Response): Promise<string> => {
  const reader = body?.getReader();
  const first = await reader?.read();
  await reader?.cancel();
  return Buffer.from(first?.value ?? []).toString();
};

const ask = async (method: string, path: string, { token, body, raw, headers = {} }: Asked = {}): Promise<Reply> => {
  const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body));
  const response = await fetch(`${sheaf.url}/api/${path}`, {
    method,
    redirect: "manual",
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(sent === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    ...(sent === undefined || method === "GET" ? {} : { body: sent }),
  });
  const text = streams(response.headers) ? await beginningOf(response) : await response.text();
  return { status: response.status, headers: response.headers, text };
};

const envelope = ["Ok", "Data", "ErrorCode", "ErrorMessage", "ErrorDetails", "ErrorHelp"];

/**
 * Properties of every answer to a caller other than the shop itself: no fault of ours, an envelope, and no data of the
 * shop.
 */
const expectHarmless = (reply: Reply, where: string) => {
  const seen = `${where}: ${reply.status} ${reply.text.slice(0, 400)}`;
  expect(reply.status, seen).toBeLessThan(500);
  if (!streams(reply.headers)) expect(Object.keys(JSON.parse(reply.text)), seen).toEqual(envelope);
  expect(reply.text, seen).not.toContain(secretWord);
  expect(reply.text, seen).not.toContain("owner@borealis");
};

const guarded = () => calls.filter(({ operation }) => operation.security.length > 0);
const named = (call: ApiCall) => `${call.method} ${call.template}`;

beforeAll(async () => {
  metricsPort = await freePort();
  sheaf = await startSheaf({ env: { RATE_LIMIT: "false", METRICS_PORT: String(metricsPort) } });
  others = await givenShopWithEverything(sheaf, "borealis-demo", secretWord);
  own = await givenShopWithEverything(sheaf, "aurora-demo", "Aeolian");
  calls = callsOf(JSON.parse((await ask("GET", "openapi.json")).text) as ApiDocument).filter(
    // Opens any shop by its number, to anyone at this machine: only in the local environment, with tests there
    // (looks-attacked.test.ts).
    ({ template }) => template !== "account/impersonate-debug",
  );
}, 120_000);
afterAll(() => sheaf?.stop());

describe("Someone without a valid token", () => {
  const text = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const hours = (count: number) => new Date(Date.now() + count * 3_600_000);

  /** Tokens that are almost right, each for the other shop where it can be. */
  const badTokens = async (): Promise<Record<string, string>> => {
    const [head = "", body = "", signature = ""] = (own.merchant.client.token() ?? "").split(".");
    const claims = JSON.parse(Buffer.from(body, "base64url").toString());
    const key = createSecretKey(await tokenKey(sheaf.dataDir));
    const { epoch, jti } = JSON.parse(
      Buffer.from((others.merchant.client.token() ?? "").split(".")[1] ?? "", "base64url").toString(),
    ) as { epoch: string; jti: string };
    const theirs = { tenant: others.tenant, shop: "borealis-demo", jti, epoch };
    const signed = (change: (token: SignJWT) => SignJWT) =>
      change(
        new SignJWT({ shop: "borealis-demo", epoch })
          .setProtectedHeader({ alg: "HS256" })
          .setIssuer("sheaf")
          .setAudience("merchant")
          .setSubject(others.tenant)
          .setJti(jti)
          .setIssuedAt(),
      ).sign(key);
    // Proves that the key is the real one: the unchanged token is valid.
    expect(
      (await ask("GET", "account/status", { token: await signed((token) => token.setExpirationTime("1h")) })).status,
    ).toBe(200);
    return {
      nothing: "",
      "half a token": `${head}.${body}`,
      "another signature": `${head}.${body}.${signature.startsWith("A") ? "B" : "A"}${signature.slice(1)}`,
      "another shop in it": `${head}.${text({ ...claims, sub: others.tenant })}.${signature}`,
      "no signature": `${text({ alg: "none" })}.${text({ ...claims, sub: others.tenant })}.`,
      "another algorithm": `${text({ alg: "RS256" })}.${body}.${signature}`,
      "another secret": await signToken(createSecretKey(Buffer.alloc(32, 7)), theirs, new Date()),
      "the app's secret on the platform": await signToken(
        createSecretKey(Buffer.from("sheaf-demo-secret")),
        theirs,
        new Date(),
      ),
      "a life that is over": await signToken(key, theirs, hours(-25)),
      "no end of its life": await signed((token) => token),
      "another issuer": await signed((token) => token.setExpirationTime("1h").setIssuer("elsewhere")),
      "another audience": await signed((token) => token.setExpirationTime("1h").setAudience("support")),
      "another epoch": await signToken(key, { ...theirs, epoch: epoch.replace(/\d+$/, "7") }, new Date()),
      "the epoch of another state store": await signToken(
        key,
        { ...theirs, epoch: "7a9f0b6e-0000-4000-8000-000000000002.0" },
        new Date(),
      ),
      "a login that nobody made": await signToken(key, { ...theirs, jti: "made-up" }, new Date()),
      "a shop that does not exist": await signToken(
        key,
        { ...theirs, tenant: "7a9f0b6e-0000-4000-8000-000000000001" },
        new Date(),
      ),
    };
  };

  it("is refused by every call that needs one, whatever is wrong with the token", async () => {
    const wrong: string[] = [];
    for (const [name, token] of Object.entries({ "no token": undefined, ...(await badTokens()) }))
      for (const call of guarded()) {
        const reply = await ask(call.method, `${call.path}${call.query}`, { token, body: call.body });
        expectHarmless(reply, `${named(call)} with ${name}`);
        if (reply.status !== 401) wrong.push(`${named(call)} with ${name}: ${reply.status}`);
      }
    expect(wrong).toEqual([]);
  });

  it("is refused after the logout, and after the shop uninstalls Sheaf", async () => {
    const leaving = await logIn(sheaf, "nimbus-demo");
    const staying = await logIn(sheaf, "nimbus-demo");
    await leaving.client.data("POST", "account/logout");
    const refusedAll = async (token: string | null) => {
      for (const call of guarded()) {
        const reply = await ask(call.method, `${call.path}${call.query}`, { token: token ?? "", body: call.body });
        expect([named(call), reply.status]).toEqual([named(call), 401]);
      }
    };
    await refusedAll(leaving.client.token());
    expect((await ask("GET", "account/status", { token: staying.client.token() ?? "" })).status).toBe(200);
    await fetch(`${sheaf.demoUrl}/_control/nimbus-demo/uninstall`, { method: "POST" });
    await expect
      .poll(async () => (await ask("GET", "account/status", { token: staying.client.token() ?? "" })).status)
      .toBe(401);
    await refusedAll(staying.client.token());
  });
});

describe("A shop that hasn't passed its gates", () => {
  it("gets 403 or 402 from every call except its account's until it has passed", async () => {
    const client = createHttpClient(sheaf.url);
    const consent = await decide(
      await client.data<string>("POST", "account/login", { ShopName: "cumulus-demo" }),
      "approve",
    );
    const { code, hmac, host, shop, state, timestamp } = Object.fromEntries(new URL(consent).searchParams);
    let login = await client.data<LoginResponse>("POST", "account/loginCallback", {
      Code: code,
      Hmac: hmac,
      Host: host ?? null,
      Shop: shop,
      State: state,
      Timestamp: timestamp,
    });
    const met: number[] = [];
    const statuses: Record<number, number> = {
      [LoginAction.SelectTier]: 403,
      [LoginAction.ActivateCharge]: 402,
      [LoginAction.AcceptTermsEtc]: 403,
    };
    for (;;) {
      const action = login.LoginAction.Action;
      if (action === LoginAction.Nothing) throw new Error("There was no gate of the terms.");
      met.push(action);
      for (const call of guarded().filter(({ template }) => !template.startsWith("account/"))) {
        const reply = await ask(call.method, `${call.path}${call.query}`, { token: login.Token, body: call.body });
        expectHarmless(reply, named(call));
        expect([action, named(call), reply.status]).toEqual([action, named(call), statuses[action]]);
      }
      client.setToken(login.Token);
      if (action === LoginAction.AcceptTermsEtc) break;
      if (action === LoginAction.ActivateCharge) await decide(login.LoginAction.ActivationUrl ?? "", "approve");
      const next = action === LoginAction.SelectTier ? "account/select-tier" : "account/approveClientCharge";
      login = await client.data<LoginResponse>("POST", next);
    }
    expect(met).toEqual([LoginAction.SelectTier, LoginAction.ActivateCharge, LoginAction.AcceptTermsEtc]);
  });
});

describe("Another shop", () => {
  const looksLikeId = (name: string) => /(?:^id$|_id$|ids?$|^url$|^version$)/i.test(name);

  /** The body with an id in every place that takes a text or a list of texts. */
  const withId = (schema: Schema, id: string): unknown => {
    const choice = (schema.oneOf ?? schema.anyOf)?.[0];
    if (choice) return withId(choice, id);
    if (schema.type === "string" && schema.format === "date") return "2026-11-20";
    if (schema.type === "string" && schema.format === "date-time") return "2026-11-20T12:00:00Z";
    if (schema.type === "string") return schema.enum ? schema.enum[0] : id;
    if (schema.type === "array") return schema.items?.type === "string" ? [id] : [];
    if (schema.type !== "object") return schema.enum?.[0] ?? (schema.type === "boolean" ? true : 1);
    return Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([name, inner]) => [name, withId(inner, id)]),
    );
  };

  /** Each call with each of the other shop's ids, wherever it takes one. */
  const attempts = () =>
    calls.flatMap((call) =>
      Object.entries(others.ids).flatMap(([what, id]) => {
        const inQuery = call.operation.parameters.filter((one) => one.in === "query" && looksLikeId(one.name));
        const query = new URLSearchParams(
          call.operation.parameters
            .filter((one) => one.in === "query")
            .map((one): [string, string] => [
              one.name,
              looksLikeId(one.name) ? id : one.name === "location" ? "live" : "1",
            ]),
        );
        const path = call.template.replaceAll(/\{\w+\}/g, encodeURIComponent(id));
        const takesOne = inQuery.length > 0 || path !== call.template || call.schema !== undefined;
        if (!takesOne || call.template === "account/logout") return [];
        return [
          {
            call,
            what,
            path: query.size > 0 ? `${path}?${query}` : path,
            body: call.schema && withId(call.schema, id),
          },
        ];
      }),
    );

  /** Calls that a foreign id does not make wrong: they read or keep what is the caller's own, and find nothing by it. */
  const harmless: Readonly<Record<string, string>> = {
    "POST support/allow-changes": "takes hours alone, and lets support change things at the caller's own shop",
    "POST reporting/pollExportList": "leaves out ids that are not the caller's",
    "PUT appData/setManualExport": "keeps the caller's own page, which then finds no such design",
    "POST support/send-message": "takes any text",
    "GET reportData/live-events": "tells of the caller's own orders, by the choices of the caller's own page",
    "POST instrumentation/isOnline": "takes any text",
    "POST account/login": "takes any name of a shop",
    "POST account/accept-terms": "is about the caller's own account, and takes no id",
    "POST reports/create-new": "makes one of the caller's own",
    "POST filters/create-new": "makes one of the caller's own, under any title",
    "POST orders/search-orders": "takes any text, and looks among the caller's own orders",
    "POST orders/find-numbers": "takes any text, and looks among the caller's own orders",
    "PUT configuration/accepts-marketing": "keeps the caller's own yes or no, and takes no id",
  };

  it("reaches and changes nothing with the ids and addresses of this one", async () => {
    const before = { events: await eventsOf(sheaf.dataDir, others), view: await viewOf(others) };
    expect(before.events.length).toBeGreaterThan(10);
    const tried = attempts();
    for (const kind of [
      "filters/get-filter",
      "filters/delete",
      "reports/restore",
      "reporting/cancelExport",
      "orders/selectedOrders-by-url",
    ])
      expect(tried.some(({ call }) => call.template === kind)).toBe(true);
    const reached: string[] = [];
    for (const { call, what, path, body } of tried) {
      const where = `${named(call)} with the ${what} of another shop`;
      const reply = await ask(call.method, path, { token: own.merchant.client.token() ?? "", body });
      expectHarmless(reply, where);
      const isOk = streams(reply.headers) || (JSON.parse(reply.text) as { Ok: boolean }).Ok;
      if (isOk && harmless[named(call)] === undefined)
        reached.push(`${where}: ${reply.status} ${reply.text.slice(0, 200)}`);
    }
    expect(reached).toEqual([]);
    expect(await eventsOf(sheaf.dataDir, others)).toEqual(before.events);
    expect(await viewOf(others)).toEqual(before.view);
  });

  it("gets the same responses for them as for ids that don't exist", async () => {
    const token = own.merchant.client.token() ?? "";
    const nobodys = "7a9f0b6e-0000-4000-8000-000000000001";
    const words = async (method: string, path: string, body?: unknown) => {
      const { status, text } = await ask(method, path, { token, body });
      return [status, text.replaceAll(nobodys, "…")];
    };
    for (const [path, id] of [
      ["filters/get-filter", others.ids.filter],
      ["reports/get-report", others.ids.design],
      ["filters/history", others.ids.filter],
    ] as const)
      expect(await words("GET", `${path}?id=${id}`)).toEqual(await words("GET", `${path}?id=${nobodys}`));
    for (const [path, id] of [
      ["filters/delete", others.ids.filter],
      ["reports/clone", others.ids.design],
      ["reporting/cancelExport", others.ids.export],
      ["reporting/retryExport", others.ids.export],
    ] as const)
      expect(await words("POST", path, id)).toEqual(await words("POST", path, nobodys));
  });
});

describe("Any request", () => {
  const seed = givenSeed();
  const hostile = fc.constantFrom(
    ...[
      "",
      " ",
      "'",
      '"',
      "\\",
      "../../master.key",
      "%00",
      "\u202e",
      "😀",
      "=1+1",
      "' OR 1=1 --",
      "{{7*7}}",
      "<script>",
    ],
    ...[
      "constructor",
      "__proto__",
      "NaN",
      "-1",
      "1e309",
      "0x10",
      "9".repeat(400),
      "x".repeat(5_000),
      "\r\nSet-Cookie: a=b",
    ],
  );
  const anything = fc.oneof({ weight: 2, arbitrary: hostile }, { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) });
  /** A body that the schema accepts, with one field of it made strange; or nothing of the kind. */
  const bodyOf = (call: ApiCall) =>
    fc.oneof(
      anything,
      fc.tuple(fc.nat(), anything).map(([at, value]) => {
        if (typeof call.body !== "object" || call.body === null || Array.isArray(call.body)) return value;
        const names = Object.keys(call.body);
        return { ...call.body, [names[at % Math.max(1, names.length)] ?? "x"]: value };
      }),
    );
  const queryOf = (call: ApiCall) =>
    fc
      .array(fc.tuple(fc.constantFrom(...call.operation.parameters.map(({ name }) => name), "x", "id"), hostile), {
        maxLength: 3,
      })
      .map((pairs) => new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, value])).toString());
  const printable = hostile.map((text) => text.replaceAll(/[^\x20-\x7e]/g, "?").slice(0, 2_000));
  const headers = fc.dictionary(
    fc.constantFrom(
      ...[
        "if-match",
        "x-command-id",
        "x-await-position",
        "x-request-id",
        "cookie",
        "accept",
        "accept-language",
        "range",
      ],
      ...["x-forwarded-for", "x-http-method-override", "content-encoding", "content-type", "origin", "if-none-match"],
    ),
    printable,
    { maxKeys: 3 },
  );

  it(`gets an envelope, without an internal error or data of another shop (RANDOM_SEED=${seed})`, async () => {
    for (const call of calls) {
      // It would end the caller's own login.
      if (call.template === "account/logout") continue;
      const tokens = fc.constantFrom(own.merchant.client.token() ?? "", undefined, "a.b.c");
      await fc.assert(
        fc.asyncProperty(
          bodyOf(call),
          queryOf(call),
          headers,
          tokens,
          hostile,
          async (body, query, sent, token, part) => {
            const path = `${call.template.replaceAll(/\{\w+\}/g, encodeURIComponent(part))}?${query}`;
            const reply = await ask(call.method, path, { token, body, headers: sent });
            // A wait for a position that never comes ends with "the lists are behind", not with "not found".
            const isBehind =
              sent["x-await-position"] !== undefined &&
              reply.headers.get("x-stale") === "true" &&
              reply.text.includes('"ErrorCode":"behind"');
            expectHarmless(isBehind ? { ...reply, status: 200 } : reply, `${named(call)} ${path}`);
          },
        ),
        { seed, numRuns: 50 },
      );
    }
    expect(sheaf.output()).not.toContain("a request failed unexpectedly");
  });
});

describe("The operators' endpoint", () => {
  it("is not at the public address: metrics have their own port", async () => {
    const response = await fetch(`${sheaf.url}/metrics`);
    expect([response.status, await response.text()]).toEqual([404, "There is nothing at this address."]);
    const own = await fetch(`http://127.0.0.1:${metricsPort}/metrics`);
    const text = await own.text();
    expect([own.status, text]).toEqual([200, expect.stringContaining("http_request_duration_seconds")]);
    const measured = [...text.matchAll(/^process_cpu_seconds_total\{process="([^"]+)"\}/gm)].map(([, name]) => name);
    expect(measured).toEqual(["projections", "workers", "web", "exporter", "exporter-short"]);
    expect(text.match(/^# TYPE process_cpu_seconds_total /gm)).toHaveLength(1);
    expect(text).toContain('process_ready{process="web"} 1');
    expect(text).toContain('clock_jumps_total{process="web",direction="forward"} 0');
  });
});
