import type { Stats } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import express, { type NextFunction, type Request, type Response, Router } from "express";
import { scriptHash } from "../text/script-hash.ts";
import { contentEncodings, isCompressible } from "./content-encodings.ts";
import { startingPage } from "./health/answer-starting.ts";
import { pageCsp, type Served } from "./security-headers.ts";

const compressedEndings = contentEncodings.map(({ ending }) => ending);
const isPrecompressed = (path: string): boolean => compressedEndings.some((ending) => path.endsWith(ending));

const headersOf =
  (folder: string) =>
  (response: Response, file: string, { size, mtimeMs }: Stats) => {
    const hashed = file.startsWith(join(folder, "assets"));
    response.setHeader("cache-control", hashed ? "public, max-age=31536000, immutable" : "no-cache");
    const packing = contentEncodings.find(({ ending }) => file.endsWith(ending));
    if (packing === undefined) return;
    response.type(file.slice(0, -packing.ending.length).replace(/^.*\./, "."));
    response.setHeader("content-encoding", packing.name);
    // Caches would confuse encodings with one ETag.
    response.setHeader("etag", `W/"${size.toString(16)}-${Math.trunc(mtimeMs).toString(16)}-${packing.name}"`);
  };

/** Sends a file in the best available encoding; calls `next` if it doesn't exist. */
const fileSender = (folder: string) => {
  const files = express.static(folder, { index: false, redirect: false, setHeaders: headersOf(folder) });
  return (path: string, request: Request, response: Response, next: NextFunction) => {
    const { url } = request;
    const ways = isCompressible(path)
      ? contentEncodings.filter(({ name }) => request.acceptsEncodings(name) === name)
      : [];
    if (isCompressible(path)) response.vary("Accept-Encoding");
    const tries = [...ways.map(({ ending }) => path + ending), path];
    const tryNext = (error?: { headers?: Record<string, string> | undefined }) => {
      const address = error === undefined ? tries.shift() : undefined;
      request.url = address ?? url;
      if (address !== undefined) return files(request, response, tryNext);
      // The error has another body, which is not compressed.
      if (error) for (const name of ["content-encoding", "content-type", "etag"]) response.removeHeader(name);
      response.set(error?.headers ?? {});
      next(error);
    };
    tryNext();
  };
};

/** CSP hashes of inline scripts, reread after changes. */
const scriptHashes = (index: string) => {
  let cached: { at: number; hashes: string[] } | undefined;
  return async (): Promise<string[]> => {
    const { mtimeMs } = await stat(index);
    if (cached?.at !== mtimeMs) {
      const html = await readFile(index, "utf8");
      const scripts = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, text]) => text ?? "");
      cached = {
        at: mtimeMs,
        hashes: scripts.map(scriptHash),
      };
    }
    return cached.hashes;
  };
};

/**
 * Serves the built front end. Files under `assets/` have hashed names and are cached for ever. `index.html` is always
 * revalidated and answers every page address (ADR 49). During the build, a page says so.
 */
export const frontendRouter = (folder: string, served: Served): Router => {
  const router = Router();
  const sendFile = fileSender(folder);
  const hashes = scriptHashes(join(folder, "index.html"));
  router.use((request, response, next) => {
    // Compressed files have no addresses of their own. The page needs its CSP header.
    if (isPrecompressed(request.path) || request.path === "/index.html") return next();
    sendFile(request.path, request, response, next);
  });
  router.get("/{*page}", async (request, response, next) => {
    // A missing script must be a 404, not a page.
    if (!request.accepts(["html", "json"]) || request.accepts(["html", "json"]) === "json") return next();
    if (/\.[a-z0-9]+$/i.test(request.path) && !request.path.endsWith(".html")) return next();
    response.locals.route = "page";
    response.set("cache-control", "no-cache");
    const scripts = await hashes().catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return undefined;
      throw error;
    });
    if (scripts === undefined) return void response.status(503).set("retry-after", "2").type("html").send(startingPage);
    response.set("content-security-policy", pageCsp(served, scripts));
    sendFile("/index.html", request, response, next);
  });
  return router;
};
