import { once } from "node:events";
import { ClientRequest, createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { until } from "#tests/support/until.ts";
import {
  NotFetched,
  type OutboundHttp,
  type OutboundLimits,
  type OutboundRequest,
  type OutboundResponse,
} from "../ports/outbound-http.ts";
import { createOutboundHttp, type OutboundHttpOptions } from "./create-outbound-http.ts";
import { resolveRedirect } from "./parse-address.ts";

const bounds: OutboundLimits = { bytes: 1_000, headersMs: 5_000, idleMs: 5_000, wholeMs: 20_000 };
const servers: Server[] = [];
const outs: OutboundHttp[] = [];
afterEach(() => {
  for (const out of outs.splice(0)) out.close();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** Answers on this machine, and counts the connections made to it. */
const serve = async (answer: RequestListener) => {
  const server = createServer(answer);
  const counts = { connections: 0 };
  server.on("connection", () => (counts.connections += 1));
  server.listen(0, "127.0.0.1");
  servers.push(server);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { port, origin: `http://127.0.0.1:${port}`, counts };
};
const newOut = (options: Partial<OutboundHttpOptions> = {}): OutboundHttp => {
  const out = createOutboundHttp({ allowPrivate: false, ...options });
  outs.push(out);
  return out;
};
const read = async ({ status, body, url }: OutboundResponse) => {
  const pieces: Uint8Array[] = [];
  for await (const piece of body) pieces.push(piece);
  return { status, url, text: Buffer.concat(pieces).toString() };
};
const get = (out: OutboundHttp, url: string, more: Partial<OutboundRequest> = {}) =>
  out.call({ url, shop: "aurora", limits: bounds, signal: new AbortController().signal, ...more }, read);
const whyNot = async (asked: Promise<unknown>): Promise<string> => {
  const error = await asked.then(
    () => new Error("It was fetched."),
    (reason: unknown) => reason,
  );
  return error instanceof NotFetched ? error.why : String(error);
};
const toThisMachine = async () => [{ address: "127.0.0.1", family: 4 }];
const say =
  (text: string): RequestListener =>
  (_request, response) =>
    void response.end(text);

describe("an address from outside", () => {
  it.each([
    "ftp://example.com/a",
    "file:///etc/passwd",
    "//no-protocol",
    "http://user:secret@127.0.0.1/",
    "http://user@127.0.0.1/",
    "javascript:alert(1)",
    "",
  ])("is not called if it is %j", async (url) => {
    expect(await whyNot(get(newOut(), url))).toBe("address");
  });

  it.each(["127.0.0.1", "localhost", "2130706433", "0x7f.1", "[::1]", "[::ffff:127.0.0.1]", "0.0.0.0", "[::]"])(
    "is not called if it leads into a private network: %s",
    async (host) => {
      const { port, counts } = await serve(say("secret"));
      expect(await whyNot(get(newOut(), `http://${host}:${port}/`))).toBe("private-host");
      expect(counts.connections).toBe(0);
    },
  );

  it("is not called if its name also resolves to a private address", async () => {
    const { port, counts } = await serve(say("secret"));
    const resolve = async () => [{ address: "1.1.1.1", family: 4 }, ...(await toThisMachine())];
    expect(await whyNot(get(newOut({ resolve }), `http://pictures.example:${port}/`))).toBe("private-host");
    expect(counts.connections).toBe(0);
  });

  it("is called at the address that was checked, even if its name resolves to another one later", async () => {
    const { port, counts } = await serve(say("a picture"));
    let asked = 0;
    const resolve = async () => [{ address: ++asked === 1 ? "127.0.0.1" : "127.0.0.2", family: 4 }];
    const out = newOut({ resolve, isPublic: (address) => address === "127.0.0.1" });
    const url = `http://pictures.example:${port}/a`;
    expect(await get(out, url)).toEqual({ status: 200, url, text: "a picture" });
    expect([asked, counts.connections]).toEqual([1, 1]);
    out.close();
    expect(await whyNot(get(out, url))).toBe("private-host");
  });

  it("may be private if it has exactly the platform's origin, or if private hosts are allowed", async () => {
    const { port, origin } = await serve(say("a picture"));
    const other = await serve(say("secret"));
    const exempt = [origin];
    const out = newOut();
    expect((await get(out, `${origin}/a`, { exemptOrigins: exempt })).text).toBe("a picture");
    expect(await whyNot(get(out, `${other.origin}/a`, { exemptOrigins: exempt }))).toBe("private-host");
    expect(await whyNot(get(out, `http://localhost:${port}/a`, { exemptOrigins: exempt }))).toBe("private-host");
    // Not even over the connection that was made for the platform.
    expect(await whyNot(get(out, `${origin}/a`))).toBe("private-host");
    expect((await get(newOut({ allowPrivate: true }), `${other.origin}/a`)).text).toBe("secret");
  });
});

describe("a redirect", () => {
  it("is followed five times and no more", async () => {
    const { origin } = await serve(({ url }, response) => {
      const left = Number(url?.slice(1));
      if (left === 0) response.end("here");
      else response.writeHead(302, { location: `/${left - 1}` }).end();
    });
    const exempt = [origin];
    expect(await get(newOut(), `${origin}/5`, { exemptOrigins: exempt })).toEqual({
      status: 200,
      url: `${origin}/0`,
      text: "here",
    });
    expect(await whyNot(get(newOut(), `${origin}/6`, { exemptOrigins: exempt }))).toBe("redirects");
  });

  it.each(["http://127.0.0.1:1/", "http://localhost:1/", "http://[::1]:1/", "http://169.254.169.254/latest/meta-data"])(
    "into a private network is refused: %s",
    async (location) => {
      const { origin } = await serve((_request, response) => void response.writeHead(307, { location }).end());
      expect(await whyNot(get(newOut(), `${origin}/`, { exemptOrigins: [origin] }))).toBe("private-host");
    },
  );

  it("is refused if the target isn't a web address", async () => {
    const { origin } = await serve(
      (_request, response) => void response.writeHead(301, { location: "file:///" }).end(),
    );
    expect(await whyNot(get(newOut({ allowPrivate: true }), `${origin}/`))).toBe("address");
  });

  it("is refused from https to http, and followed to other relative or absolute addresses", () => {
    const from = new URL("https://shop.example/a/b");
    expect(() => resolveRedirect(from, "http://shop.example/c")).toThrow("redirects from https to http");
    expect(resolveRedirect(from, "//cdn.example/c").href).toBe("https://cdn.example/c");
    expect(resolveRedirect(new URL("http://shop.example/a/b"), "https://cdn.example/").href).toBe(
      "https://cdn.example/",
    );
    expect(resolveRedirect(from, "c?d").href).toBe("https://shop.example/a/c?d");
  });

  it("sends no cookie and no token to another origin", async () => {
    const seen: (string | undefined)[] = [];
    const second = await serve(({ headers }, response) => {
      seen.push(headers.authorization, headers.cookie, headers["x-else"]?.toString());
      response.end();
    });
    const first = await serve((_request, response) => void response.writeHead(302, { location: second.origin }).end());
    const headers = { Authorization: "Bearer a", cookie: "b", "x-else": "c" };
    await get(newOut({ allowPrivate: true }), first.origin, { headers });
    expect(seen).toEqual([undefined, undefined, "c"]);
  });

  it("isn't followed for a POST", async () => {
    const { origin } = await serve((_request, response) => void response.writeHead(302, { location: "/b" }).end("no"));
    const body = new TextEncoder().encode("{}");
    expect(await get(newOut({ allowPrivate: true }), `${origin}/a`, { body })).toEqual({
      status: 302,
      url: `${origin}/a`,
      text: "no",
    });
  });
});

describe("the limits of a response", () => {
  const open = (options?: Partial<OutboundHttpOptions>) => newOut({ allowPrivate: true, ...options });

  it("include its bytes, with or without a Content-Length", async () => {
    const { origin } = await serve(({ url }, response) => {
      if (url === "/said") response.setHeader("content-length", 2_000);
      for (let piece = 0; piece < 20; piece += 1) response.write("x".repeat(100));
      response.end();
    });
    expect(await whyNot(get(open(), `${origin}/said`))).toBe("too-long");
    expect(await whyNot(get(open(), `${origin}/unsaid`))).toBe("too-long");
    expect((await get(open(), origin, { limits: { ...bounds, bytes: 2_000 } })).text).toHaveLength(2_000);
  });

  it("include the time until its headers", async () => {
    const { origin } = await serve(() => {});
    expect(await whyNot(get(open(), origin, { limits: { ...bounds, headersMs: 50 } }))).toBe("too-slow");
  });

  it("don't include the time of the name lookup", async () => {
    const { port } = await serve(say("late"));
    const [begun, looked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const resolve = () => {
      begun.resolve();
      return looked.promise.then(toThisMachine);
    };
    const out = newOut({ resolve, isPublic: () => true });
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const asked = get(out, `http://slow.example:${port}/`);
      await begun.promise;
      vi.advanceTimersByTime(10 * (bounds.wholeMs ?? 0));
      looked.resolve();
      expect((await asked).text).toBe("late");
    } finally {
      vi.useRealTimers();
    }
  });

  it("include the time between its bytes", async () => {
    const { origin } = await serve((_request, response) => void response.write("and then"));
    const asked = get(open(), origin, { limits: { ...bounds, idleMs: 50, wholeMs: null } });
    await expect(asked).rejects.toThrow(new NotFetched("too-slow", "No byte of the answer came in 50 ms."));
  });

  it("include its total time, even while bytes keep arriving", async () => {
    const { origin } = await serve((_request, response) => {
      const timer = setInterval(() => response.write("x"), 5);
      response.on("close", () => clearInterval(timer));
    });
    expect(await whyNot(get(open(), origin, { limits: { ...bounds, wholeMs: 200 } }))).toBe("too-slow");
  });

  it("don't include the time that its reader takes", async () => {
    const { origin } = await serve(say("x".repeat(900)));
    const slow = async ({ body }: OutboundResponse) => {
      let bytes = 0;
      for await (const piece of body) {
        const longer = performance.now() + 60;
        await until("it took longer than may pass between bytes", () => performance.now() > longer, { every: 10 });
        bytes += piece.byteLength;
      }
      return bytes;
    };
    const patient = { ...bounds, idleMs: 30, wholeMs: null };
    expect(
      await open().call({ url: origin, shop: "aurora", limits: patient, signal: new AbortController().signal }, slow),
    ).toBe(900);
  });

  it("end the connection if its reader stops early", async () => {
    let closed: Promise<unknown> = Promise.resolve();
    const { origin } = await serve((_request, response) => {
      closed = once(response, "close");
      response.write("endless");
    });
    const signal = new AbortController().signal;
    expect(
      await open().call({ url: origin, shop: "aurora", limits: bounds, signal }, async ({ status }) => status),
    ).toBe(200);
    await closed;
  });
});

describe("a response", () => {
  it("isn't complete if it is cut off", async () => {
    const { origin } = await serve((_request, response) => {
      response.writeHead(200, { "content-length": 500 });
      response.write("half", () => response.destroy());
    });
    expect(await whyNot(get(newOut({ allowPrivate: true }), origin))).toBe("broken");
  });

  it("may be compressed only if requested, and its limit counts the decompressed bytes", async () => {
    const packed = gzipSync("x".repeat(5_000));
    const { origin } = await serve(({ headers }, response) => {
      response
        .writeHead(200, { "content-encoding": "gzip", "x-asked": String(headers["accept-encoding"]) })
        .end(packed);
    });
    const out = newOut({ allowPrivate: true });
    expect(await whyNot(get(out, origin))).toBe("encoding");
    expect(await whyNot(get(out, origin, { gzip: true }))).toBe("too-long");
    const enough = { gzip: true, limits: { ...bounds, bytes: 5_000 } };
    expect((await get(out, origin, enough)).text).toHaveLength(5_000);
    const signal = new AbortController().signal;
    const asked = async ({ header }: OutboundResponse) => header("x-asked");
    expect(await out.call({ url: origin, shop: "aurora", limits: bounds, signal }, asked)).toBe("identity");
  });

  it.each([
    ["GET", {}, "connection: upgrade\r\nupgrade: websocket\r\n"],
    ["POST", { body: new Uint8Array() }, "connection: upgrade\r\nupgrade: websocket\r\n"],
    ["GET", {}, ""],
    ["POST", { body: new Uint8Array() }, ""],
  ])("that switches protocols ends a %s at once: %j %j", async (_method, more, headers) => {
    const { origin } = await serve((request) => {
      request.socket.write(`HTTP/1.1 101 Switching Protocols\r\n${headers}\r\n`);
    });
    expect(await whyNot(get(newOut({ allowPrivate: true }), origin, more))).toBe("switched");
  });

  it("is given up once its connection is closed, even if Node reports no error", async () => {
    const { origin } = await serve(() => {});
    const closing = vi.spyOn(process.getBuiltinModule("node:http"), "request").mockImplementation(() => {
      const request = new ClientRequest(origin);
      setImmediate(() => request.emit("close"));
      return request;
    });
    onTestFinished(() => closing.mockRestore());
    const asked = get(newOut({ allowPrivate: true }), origin, { limits: { ...bounds, wholeMs: null } });
    await expect(asked).rejects.toThrow(new NotFetched("broken", "The connection was closed without an answer."));
  });

  it("isn't waited for once the caller cancels", async () => {
    const stop = new AbortController();
    const { origin } = await serve((_request, response) => {
      response.write("some");
      stop.abort(new Error("canceled"));
    });
    expect(await whyNot(get(newOut({ allowPrivate: true }), origin, { signal: stop.signal }))).toBe("Error: canceled");
  });

  it("is missing if the host accepts no connection", async () => {
    const { origin } = await serve(say(""));
    for (const server of servers.splice(0)) server.close();
    expect(await whyNot(get(newOut({ allowPrivate: true }), origin))).toBe("broken");
  });

  it("doesn't wrap the errors of its reader", async () => {
    const { origin } = await serve(say("fine"));
    const fails = async () => {
      throw new RangeError("The disk is full.");
    };
    const asked = newOut({ allowPrivate: true }).call(
      { url: origin, shop: "aurora", limits: bounds, signal: new AbortController().signal },
      fails,
    );
    await expect(asked).rejects.toThrow(RangeError);
  });
});
