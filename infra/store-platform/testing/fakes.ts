import { createStorePlatform } from "../create-store-platform.ts";
import type { StorePlatformOptions } from "../options.ts";
import { createInspectableStateStore, createInspectableVault } from "./stores.ts";

export const access = { tenant: "tenant-1", shop: "aurora-demo", signal: new AbortController().signal };

/** Wall and steady time that advance only during sleeps; `now` stands still as under CLOCK_NOW. */
export const fakeTime = (start = "2026-11-20T12:00:00Z") => {
  let wall = Date.parse(start);
  let steady = 0;
  const waits: number[] = [];
  return {
    clock: { now: () => new Date("2020-01-01T00:00:00Z"), wall: () => new Date(wall), steady: () => steady },
    sleep: async (ms: number, signal?: AbortSignal) => {
      signal?.throwIfAborted();
      waits.push(ms);
      wall += ms;
      steady += ms;
      await new Promise(setImmediate);
    },
    pass: (ms: number) => {
      wall += ms;
      steady += ms;
    },
    jump: (ms: number) => {
      wall += ms;
    },
    waits,
  };
};

export type Call = {
  url: string;
  headers: Headers;
  body: { query?: string; variables: Record<string, unknown> } & Record<string, unknown>;
};
export type Reply = Response | Error | ((call: Call) => Response | Promise<Response>);

export const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers });

/** Response without missing permissions. */
export const seesAllOrders = { currentAppInstallation: { accessScopes: [{ handle: "read_all_orders" }] } };

/** Gives the replies in turn and records its calls; further calls throw. */
const scripted = (...replies: Reply[]) => {
  const calls: Call[] = [];
  const answer: typeof fetch = async (input, init) => {
    const call: Call = {
      url: String(input),
      headers: new Headers(init?.headers),
      body: JSON.parse(String(init?.body)),
    };
    calls.push(call);
    init?.signal?.throwIfAborted();
    // Following redirects would send our secrets anywhere.
    if (init?.redirect !== "manual") throw new Error("Redirects must not be followed.");
    const reply = replies.shift();
    if (!reply) throw new Error(`Nothing is scripted for call ${calls.length}: ${JSON.stringify(call.body)}`);
    if (reply instanceof Error) throw reply;
    return reply instanceof Response ? reply : reply(call);
  };
  return { calls, fetch: answer };
};

export const tokenAnswer = (number: number, expiresIn = 3600) => ({
  access_token: `shpat_${number}`,
  refresh_token: `shprt_${number}`,
  expires_in: expiresIn,
  refresh_token_expires_in: 7_776_000,
  scope: "read_orders,write_products",
});

/** A client over fakes, logged in with token 1; the scripted replies begin after the login. */
export const connectFake = async (options: Partial<StorePlatformOptions>, ...replies: Reply[]) => {
  const time = fakeTime();
  const stateStore = createInspectableStateStore(time.clock);
  const vault = createInspectableVault();
  const server = scripted(json(tokenAnswer(1)), ...replies);
  const settings: StorePlatformOptions = {
    urlTemplate: "https://{shop}.platform.example",
    clientId: "our-app",
    clientSecret: "hush",
    scopes: ["read_orders", "read_products"],
    stateStore,
    vault,
    clock: time.clock,
    sleep: time.sleep,
    random: () => 0,
    fetch: server.fetch,
    ...options,
  };
  const platform = createStorePlatform(settings);
  await platform.exchangeCode(access, "code-1");
  server.calls.length = 0;
  return { platform, time, stateStore, vault, server, settings };
};
