import { type IncomingHttpHeaders, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import express from "express";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { noRateLimits } from "../admission/rate-limits.ts";
import { mountRoutes } from "./mount.ts";
import { type Access, route } from "./route.ts";
import { stopGracefully } from "./stop-gracefully.ts";

const orders = Array.from({ length: 200 }, (_, one) => `order ${one} of a merchant`);
const caller = { tenant: "t-1", shop: "aurora-demo", token: { jti: "1", epoch: "1", expiresAt: new Date(0) } };

const call = (path: string, access: Access, answer: string[], more: object = {}) =>
  route({
    method: "GET",
    path,
    summary: path,
    description: path,
    access,
    data: z.array(z.string()),
    handler: () => answer,
    ...more,
  });

let server: Server;
let made = 0;
beforeEach(async () => {
  made = 0;
  const routes = [
    call("long", "shop", orders),
    call("short", "shop", ["one order"]),
    call("log-in", "account", orders, { answersToken: true }),
    call("stranger", "anonymous", orders),
    call("always", "anonymous", orders, {
      isConstant: true,
      handler: () => {
        made += 1;
        return orders;
      },
    }),
  ];
  const app = express().disable("etag");
  app.use((_request, response, next) => {
    response.locals.requestId = "r-1";
    next();
  });
  app.use(
    mountRoutes(routes, {
      admit: async ({ access }) => (access === "anonymous" ? {} : { caller }),
      awaitPosition: async () => true,
      readModelStatus: async () => "own",
      limits: noRateLimits,
    }),
  );
  server = app.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
});
afterEach(() => stopGracefully(server, 100));

type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer };

/** Returns the bytes as sent, unlike `fetch`. */
const ask = (path: string, accepted: string, method = "GET") =>
  new Promise<Answer>((resolve, reject) => {
    const { port } = server.address() as AddressInfo;
    const headers = { "accept-encoding": accepted };
    request({ port, host: "127.0.0.1", path: `/${path}`, method, headers }, (response) => {
      const parts: Buffer[] = [];
      response.on("data", (part) => parts.push(part));
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) }),
      );
    })
      .once("error", reject)
      .end();
  });

describe("a long response", () => {
  it.each([
    ["br", "gzip, deflate, br", brotliDecompressSync],
    ["gzip", "gzip, deflate", gunzipSync],
  ] as const)("is sent as %s to a client that accepts %s", async (encoding, accepted, unpack) => {
    for (const path of ["long", "always", "always"]) {
      const plain = await ask(path, "identity");
      const { status, headers, body } = await ask(path, accepted);
      expect([status, headers["content-encoding"], headers.vary]).toEqual([200, encoding, "Accept-Encoding"]);
      expect(Number(headers["content-length"])).toBe(body.length);
      expect(body.length).toBeLessThan(plain.body.length / 5);
      expect(unpack(body).equals(plain.body)).toBe(true);
      expect(headers["content-type"]).toBe(plain.headers["content-type"]);
    }
    expect(made).toBe(1);
  });

  it("is sent uncompressed to a client that accepts no compression", async () => {
    for (const path of ["long", "always"]) {
      const { headers, body } = await ask(path, "identity");
      expect([headers["content-encoding"], headers.vary]).toEqual([undefined, "Accept-Encoding"]);
      expect(JSON.parse(String(body)).Data).toEqual(orders);
    }
  });

  it("has the same headers for a HEAD as for a GET", async () => {
    const [got, { headers, body }] = [await ask("long", "br"), await ask("long", "br", "HEAD")];
    expect(body.length).toBe(0);
    for (const name of ["content-encoding", "content-length", "content-type", "vary"])
      expect([name, headers[name]]).toEqual([name, got.headers[name]]);
  });
});

describe("a response sent uncompressed", () => {
  it.each([
    ["a short response", "short"],
    ["one with a session token", "log-in"],
    ["any for a caller without a token", "stranger"],
  ])("is %s", async (_what, path) => {
    const { status, headers } = await ask(path, "gzip, br");
    expect([status, headers["content-encoding"]]).toEqual([200, undefined]);
  });
});
