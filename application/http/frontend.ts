import type { Stats } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import express, { type NextFunction, type Request, type Response, Router } from "express";
import { scriptHash } from "../text/script-hash.ts";
import { startingPage } from "./health/starting.ts";
import { isPackable, packings } from "./packings.ts";
import { pageCsp, type Served } from "./security-headers.ts";

const endings = packings.map(({ ending }) => ending);
const isPacked = (path: string): boolean => endings.some((ending) => path.endsWith(ending));

/** What express would set for the file itself, and what the way it is packed changes of that. */
const headersOf =
  (folder: string) =>
  (response: Response, file: string, { size, mtimeMs }: Stats) => {
    const hashed = file.startsWith(join(folder, "assets"));
    response.setHeader("cache-control", hashed ? "public, max-age=31536000, immutable" : "no-cache");
    const packing = packings.find(({ ending }) => file.endsWith(ending));
    if (packing === undefined) return;
    response.type(file.slice(0, -packing.ending.length).replace(/^.*\./, "."));
    response.setHeader("content-encoding", packing.name);
    // Each way has an ETag of its own: who has one must not be told that the other is the same.
    response.setHeader("etag", `W/"${size.toString(16)}-${Math.trunc(mtimeMs).toString(16)}-${packing.name}"`);
  };

/** Sends the file at `path` of the folder, packed as the browser likes best of what is there; `next` when there is no such file. */
const fileSender = (folder: string) => {
  const files = express.static(folder, { index: false, redirect: false, setHeaders: headersOf(folder) });
  return (path: string, request: Request, response: Response, next: NextFunction) => {
    const { url } = request;
    const ways = isPackable(path) ? packings.filter(({ name }) => request.acceptsEncodings(name) === name) : [];
    if (isPackable(path)) response.vary("Accept-Encoding");
    const tries = [...ways.map(({ ending }) => path + ending), path];
    const tryNext = (error?: { headers?: Record<string, string> | undefined }) => {
      const address = error === undefined ? tries.shift() : undefined;
      request.url = address ?? url;
      if (address !== undefined) return files(request, response, tryNext);
      // Whatever is said instead is not packed, and is not that file.
      if (error) for (const name of ["content-encoding", "content-type", "etag"]) response.removeHeader(name);
      response.set(error?.headers ?? {});
      next(error);
    };
    tryNext();
  };
};

/** The hashes by which a page's own inline scripts may run (CSP); read again when the page has changed. */
const scriptHashes = (index: string) => {
  let known: { at: number; hashes: string[] } | undefined;
  return async (): Promise<string[]> => {
    const { mtimeMs } = await stat(index);
    if (known?.at !== mtimeMs) {
      const html = await readFile(index, "utf8");
      const scripts = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, text]) => text ?? "");
      known = {
        at: mtimeMs,
        hashes: scripts.map(scriptHash),
      };
    }
    return known.hashes;
  };
};

/**
 * The built front end in `folder`: files under `assets/` carry their hash and are kept for ever, `index.html` is asked for again each
 * time and stands for every address that a browser opens as a page (ADR 49). It may still be being built: then a page says so.
 */
export const frontendRouter = (folder: string, served: Served): Router => {
  const router = Router();
  const sendFile = fileSender(folder);
  const hashes = scriptHashes(join(folder, "index.html"));
  router.use((request, response, next) => {
    // Packed files are no addresses of their own, and the page has more to say than a file.
    if (isPacked(request.path) || request.path === "/index.html") return next();
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
