import { createHash } from "node:crypto";
import { mkdir, mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { type IncomingHttpHeaders, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import express from "express";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { frontendRouter } from "#application/http/frontend.ts";
import { stopGracefully } from "#application/http/stop-gracefully.ts";
import { toHttpError } from "#application/http/to-http.ts";
import { compressBuild } from "./pages/compress-build.ts";

const script = `export const words = ${JSON.stringify(Array.from({ length: 200 }, (_, one) => `word ${one}`))};`;
const inline = "document.documentElement.dataset.seen = '1'";
const pageText = `<!doctype html><title>Sheaf</title><script>${inline}</script>${"<p>Reports</p>".repeat(100)}`;
const forEver = "public, max-age=31536000, immutable";

let folder: string;
let server: Server;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "sheaf-front-"));
  const app = express().use(frontendRouter(folder, { https: false }));
  app.use(((error, _request, response, _next) => {
    const { status, message } = toHttpError(error);
    response.status(status).json({ message });
  }) satisfies express.ErrorRequestHandler);
  server = app.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
});
afterEach(async () => {
  await stopGracefully(server, 100);
  await rm(folder, { recursive: true });
});

const build = async () => {
  await mkdir(join(folder, "assets"));
  await writeFile(join(folder, "index.html"), pageText);
  await writeFile(join(folder, "assets/main-1a2b.js"), script);
  await writeFile(join(folder, "assets/tiny-1a2b.js"), "1");
  await writeFile(join(folder, "assets/inter-1a2b.woff2"), script);
  await writeFile(join(folder, ".build-key"), "secret");
  await compressBuild(folder);
};

type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer };

/** The raw bytes of a response; `fetch` would unpack them. */
const ask = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  new Promise<Answer>((resolve, reject) => {
    const { port } = server.address() as AddressInfo;
    const given = { accept: "text/html,*/*", ...headers };
    request({ port, host: "127.0.0.1", path, method, headers: given }, (response) => {
      const parts: Buffer[] = [];
      response.on("data", (part) => parts.push(part));
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) }),
      );
    })
      .once("error", reject)
      .end();
  });
const asset = (accepted?: string, headers: Record<string, string> = {}, method = "GET") =>
  ask(
    "/assets/main-1a2b.js",
    { ...(accepted === undefined ? {} : { "accept-encoding": accepted }), ...headers },
    method,
  );

describe("the front end", () => {
  it("says that it is being built until there is a page", async () => {
    const early = await ask("/Reports");
    expect([early.status, String(early.body)]).toEqual([503, expect.stringContaining("Sheaf is starting")]);
    await build();
    expect((await ask("/Reports")).status).toBe(200);
  });

  it("serves the page for every address a browser opens, uncached, and caches hashed files forever", async () => {
    await build();
    for (const path of ["/", "/Reports", "/index.html", "/account/login-callback?code=1", "/Report/Design/5"]) {
      const { status, headers, body } = await ask(path);
      expect([path, status, headers["cache-control"], String(body)]).toEqual([path, 200, "no-cache", pageText]);
    }
    expect((await asset()).headers["cache-control"]).toBe(forEver);
    expect((await ask("/assets/gone-3c4d.js")).status).toBe(404);
    expect(String((await ask("/.build-key")).body)).not.toContain("secret");
    expect((await ask("/Reports", { accept: "application/json" })).status).toBe(404);
    expect((await ask("/..%2fpackage.json")).status).toBeGreaterThanOrEqual(400);
  });

  it("runs only the page's own inline script", async () => {
    await build();
    const hash = createHash("sha256").update(inline).digest("base64");
    const policy = (await ask("/Reports")).headers["content-security-policy"];
    expect(policy).toContain(`script-src 'self' 'sha256-${hash}';`);
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
    await writeFile(join(folder, "index.html"), pageText.replace(inline, "later()"));
    const later = createHash("sha256").update("later()").digest("base64");
    await expect.poll(async () => (await ask("/Reports")).headers["content-security-policy"]).toContain(later);
  });
});

describe("the compressed front end", () => {
  beforeEach(build);

  it.each([
    ["br", "gzip, deflate, br, zstd", brotliDecompressSync],
    ["gzip", "gzip, deflate", gunzipSync],
    ["gzip", "br;q=0, gzip;q=0.5", gunzipSync],
  ] as const)(
    "is sent as %s to a client that accepts %s, with its own length, type and ETag",
    async (encoding, accepted, unpack) => {
      const [plain, { status, headers, body }] = [await asset(), await asset(accepted)];
      expect([status, headers["content-encoding"], headers.vary]).toEqual([200, encoding, "Accept-Encoding"]);
      expect(String(unpack(body))).toBe(script);
      expect(Number(headers["content-length"])).toBe(body.length);
      expect(body.length).toBeLessThan(script.length / 2);
      expect(headers["content-type"]).toBe(plain.headers["content-type"]);
      expect(headers["cache-control"]).toBe(forEver);
      expect(headers.etag).not.toBe(plain.headers.etag);
    },
  );

  it.each([undefined, "identity", "deflate", "br;q=0, gzip;q=0"])(
    "is sent uncompressed to a client that accepts %s",
    async (accepted) => {
      const { headers, body } = await asset(accepted);
      expect([headers["content-encoding"], headers.vary, String(body)]).toEqual([undefined, "Accept-Encoding", script]);
      expect(Number(headers["content-length"])).toBe(script.length);
    },
  );

  it("includes the page", async () => {
    const { headers, body } = await ask("/Reports", { "accept-encoding": "br" });
    expect(String(brotliDecompressSync(body))).toBe(pageText);
    expect(headers["content-type"]).toBe("text/html; charset=utf-8");
    expect([headers["cache-control"], headers.vary]).toEqual(["no-cache", "Accept-Encoding"]);
    expect(headers["content-security-policy"]).toContain("'sha256-");
  });

  it("answers a HEAD with the headers of a GET and no body", async () => {
    const got = await asset("br");
    const { status, headers, body } = await asset("br", {}, "HEAD");
    expect([status, body.length]).toEqual([200, 0]);
    for (const name of ["content-encoding", "content-length", "content-type", "etag", "vary", "cache-control"])
      expect([name, headers[name]]).toEqual([name, got.headers[name]]);
  });

  it("is not sent again to a client that has it in the same encoding", async () => {
    const tagOf = async (accepted?: string) => (await asset(accepted)).headers.etag ?? "";
    const [packed, plain] = [await tagOf("br"), await tagOf()];
    const same = await asset("br", { "if-none-match": packed });
    expect([same.status, same.body.length, same.headers.vary]).toEqual([304, 0, "Accept-Encoding"]);
    expect(same.headers["cache-control"]).toBe(forEver);
    expect((await asset("br", { "if-none-match": plain })).status).toBe(200);
    expect((await asset("gzip", { "if-none-match": packed })).status).toBe(200);
  });

  it("has a different ETag per encoding, even if two encodings have the same size and date", async () => {
    const at = new Date("2026-11-20T12:00:00.000Z");
    for (const ending of ["", ".br", ".gz"]) {
      const file = join(folder, `assets/main-1a2b.js${ending}`);
      await writeFile(file, "the same");
      await utimes(file, at, at);
    }
    const tags = await Promise.all(["br", "gzip", "identity"].map(async (way) => (await asset(way)).headers.etag));
    expect(new Set(tags).size).toBe(3);
  });

  it("serves a range of the sent bytes", async () => {
    const whole = (await asset("br")).body;
    const { status, headers, body } = await asset("br", { range: "bytes=10-29" });
    expect([status, headers["content-range"]]).toEqual([206, `bytes 10-29/${whole.length}`]);
    expect([headers["content-encoding"], body.equals(whole.subarray(10, 30))]).toEqual(["br", true]);
    const beyond = await asset("br", { range: "bytes=999999-" });
    expect([beyond.status, beyond.headers["content-range"]]).toEqual([416, `bytes */${whole.length}`]);
    expect(beyond.headers["content-encoding"]).toBeUndefined();
    expect(JSON.parse(String(beyond.body))).toHaveProperty("message");
  });

  it("leaves files uncompressed if they are short or don't get smaller", async () => {
    for (const path of ["/assets/tiny-1a2b.js", "/assets/inter-1a2b.woff2"])
      expect((await ask(path, { "accept-encoding": "br" })).headers["content-encoding"]).toBeUndefined();
    expect((await ask("/assets/inter-1a2b.woff2")).headers.vary).toBeUndefined();
  });

  it("can't be requested under its own path", async () => {
    expect((await ask("/assets/main-1a2b.js.br")).status).toBe(404);
    expect((await ask("/index.html.gz")).status).toBe(404);
  });
});
