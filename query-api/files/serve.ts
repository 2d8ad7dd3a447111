import { pipeline } from "node:stream/promises";
import { type Request, type Response, Router } from "express";
import type { FileType } from "#domain/enumerations.ts";
import { collections, type ExportDocument } from "#domain/read-models/documents.ts";
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
  page(
    response,
    404,
    "There is no such file",
    "The link is not complete, or the file was never there. Ask for the link again.",
  );

const gone = (response: Response) =>
  page(
    response,
    410,
    "The file was removed",
    "Files are kept for a limited time, which is over. Generate the report again.",
  );

const send = async (
  deps: QueryApiDeps,
  document: ExportDocument,
  fileKey: string,
  request: Request,
  response: Response,
) => {
  const size = await deps.files.size(fileKey);
  if (size === undefined) return void gone(response);
  const fileType = document.fileType as FileType;
  const etag = `"${document.exportId}.${document.attempt}"`;
  // Not by express, which would add a charset to the CSV's.
  response.setHeader("content-type", mediaTypes[fileType] ?? "application/octet-stream");
  response.set({
    "content-disposition": contentDisposition(request.query.down === "1" ? "attachment" : "inline", document.fileName),
    "cache-control": "private, no-cache",
    "accept-ranges": "bytes",
    etag,
    "content-security-policy": reportCsp,
    "x-robots-tag": "noindex",
  });
  if (request.get("if-none-match") === etag) return void response.status(304).end();
  const condition = request.get("if-range");
  const range = byteRange(condition === undefined || condition === etag ? request.get("range") : undefined, size);
  if (range === "unsatisfiable") return void response.status(416).set("content-range", `bytes */${size}`).end();
  if (range) response.status(206).set("content-range", `bytes ${range.start}-${range.end}/${size}`);
  response.set("content-length", String(range ? range.end - range.start + 1 : size));
  if (request.method === "HEAD" || size === 0) return void response.end();
  const bytes = await deps.files.open(fileKey, range);
  await pipeline(bytes, response).catch((error: NodeJS.ErrnoException) => {
    // The client went away: nothing is left to answer.
    if (error.code !== "ERR_STREAM_PREMATURE_CLOSE") throw error;
  });
};

/** `GET /files/{token}/{name}` (decision 4): public, and as long-lived as the file. The name in the address is for people alone. */
export const fileRouter = (deps: QueryApiDeps): Router => {
  const router = Router({ caseSensitive: true });
  router.get("/files/:token/:name", async (request, response) => {
    response.locals.route = "/files/{token}/{name}";
    const exportId = exportOfToken(deps.vault, request.params.token);
    if (exportId === undefined) return void notFound(response);
    const found = await deps.readStore.get(collections.exports.name, exportId);
    // The token proves that there was such an export: the read model is being rebuilt.
    if (!found)
      return void page(
        response.set("retry-after", "5"),
        503,
        "One moment",
        "The list of files is being put in order. Try again in a few seconds.",
      );
    const document = found.document as ExportDocument;
    const over = document.expiresAt !== null && Date.parse(document.expiresAt) <= deps.clock.now().getTime();
    if (document.expired || over) return void gone(response);
    if (document.fileKey === null) return void notFound(response);
    await send(deps, document, document.fileKey, request, response);
  });
  return router;
};
