import { pipeline } from "node:stream/promises";
import { type Request, type Response, Router } from "express";
import type { FileType } from "#domain/enumerations.ts";
import { collections, type ExportDocument } from "#domain/read-models/documents.ts";
import { NoSuchFile } from "#infra/ports/file-store.ts";
import type { QueryApiDeps } from "../deps.ts";
import { byteRange, contentDisposition, mediaTypes, reportCsp } from "./headers.ts";
import { exportOfToken } from "./link.ts";

const page = (response: Response, status: number, title: string, sentence: string) =>
  response
    .status(status)
    .set("cache-control", "no-store")
    .type("html")
    .send(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body><h1>${title}</h1><p>${sentence}</p></body></html>`,
    );

const notFound = (response: Response) =>
  page(response, 404, "This file doesn't exist", "The link may be incomplete. Ask for it again.");

const oneMoment = (response: Response) =>
  page(
    response.set("retry-after", "5"),
    503,
    "One moment",
    "The list of files is being rebuilt. Try again in a few seconds.",
  );

/** Undefined while it cannot be told: the token proves that there was such an export, and that it had a file. */
const exportOf = async ({ readModels, standing }: QueryApiDeps, exportId: string) => {
  const { name } = collections.exports;
  const given = await standing([name]);
  if (given === "none") return undefined;
  const document = (await readModels.get(name, exportId))?.document as ExportDocument | undefined;
  return document?.fileKey === null && given === "other" ? undefined : document;
};

const gone = (response: Response, { erased }: Pick<ExportDocument, "erased">) =>
  page(
    response,
    410,
    "The file was removed",
    erased === null
      ? "Files are kept for a limited time, and this one has expired. Generate the report again."
      : "A customer's data had to be erased, and this file may have held some of it. Generate the report again.",
  );

const missing = (response: Response) =>
  page(
    response,
    410,
    "The file was removed",
    "The file is missing, although it should still be here. Generate the report again.",
  );

const damaged = (response: Response) =>
  page(response, 500, "The file is damaged", "It has changed since it was made. Generate the report again.");

/** What is served; undefined when the file is not as it was made, or cannot be read: that is logged. @throws {NoSuchFile} */
const openWhole = async (
  { files, log }: QueryApiDeps,
  { fileKey, bytes, exportId }: ExportDocument & { fileKey: string },
  size: number,
  range: { start: number; end: number } | undefined,
) => {
  const say = (fields: object) =>
    log.error({ exportId, fileKey, ...fields }, "A report's file is damaged. Put it back from a backup.");
  if (bytes !== null && size !== bytes) return say({ bytes, found: size });
  try {
    return await files.open(fileKey, range);
  } catch (err) {
    if (err instanceof NoSuchFile) throw err;
    return say({ err });
  }
};

const send = async (
  deps: QueryApiDeps,
  document: ExportDocument & { fileKey: string },
  request: Request,
  response: Response,
) => {
  const size = await deps.files.size(document.fileKey);
  if (size === undefined) return void missing(response);
  const etag = `"${document.exportId}.${document.attempt}"`;
  const condition = request.get("if-range");
  // Of GET alone (RFC 9110, section 14.2).
  const holds = request.method === "GET" && (condition === undefined || condition === etag);
  const range = byteRange(holds ? request.get("range") : undefined, size);
  const part = range === "unsatisfiable" ? undefined : range;
  const file = await openWhole(deps, document, size, part);
  if (!file) return void damaged(response);
  // Not by express, which would add a charset to the CSV's.
  response.setHeader("content-type", mediaTypes[document.fileType as FileType] ?? "application/octet-stream");
  response.set({
    "content-disposition": contentDisposition(request.query.down === "1" ? "attachment" : "inline", document.fileName),
    "cache-control": "private, no-cache",
    "accept-ranges": "bytes",
    etag,
    "content-security-policy": reportCsp(document.fileType),
    "x-robots-tag": "noindex",
  });
  try {
    if (request.get("if-none-match") === etag) return void response.status(304).end();
    if (range === "unsatisfiable") return void response.status(416).set("content-range", `bytes */${size}`).end();
    if (part) response.status(206).set("content-range", `bytes ${part.start}-${part.end}/${size}`);
    response.set("content-length", String(part ? part.end - part.start + 1 : size));
    if (request.method === "HEAD" || size === 0) return void response.end();
    await pipeline(file, response).catch((error: NodeJS.ErrnoException) => {
      // The client went away: nothing is left to answer.
      if (error.code !== "ERR_STREAM_PREMATURE_CLOSE") throw error;
    });
  } finally {
    file.destroy();
  }
};

/** `GET /files/{token}/{name}`: public, and as long-lived as the file. The name in the address is for people alone. */
export const fileRouter = (deps: QueryApiDeps): Router => {
  const router = Router({ caseSensitive: true });
  router.get("/files/:token/:name", async (request, response) => {
    response.locals.route = "/files/{token}/{name}";
    const exportId = exportOfToken(deps.vault, request.params.token);
    if (exportId === undefined) return void notFound(response);
    const document = await exportOf(deps, exportId);
    if (!document) return void oneMoment(response);
    const over = document.expiresAt !== null && Date.parse(document.expiresAt) <= deps.clock.now().getTime();
    if (document.expired || over) return void gone(response, document);
    if (document.fileKey === null) return void notFound(response);
    await send(deps, { ...document, fileKey: document.fileKey }, request, response).catch((error: unknown) => {
      // Removed between two looks.
      if (!(error instanceof NoSuchFile)) throw error;
      missing(response);
    });
  });
  // A link that was cut, or that something was added to; without this the app's page would open.
  router.get("/files{/*rest}", (_request, response) => {
    response.locals.route = "/files";
    notFound(response);
  });
  return router;
};
