import { pipeline } from "node:stream/promises";
import type { Request, Response } from "express";
import { type FetchChannel, recordFetch } from "#application/exports/fetches.ts";
import { exportDecider } from "#domain/export/decider.ts";
import { findFormat } from "#domain/file-formats.ts";
import { collections, type ExportDocument } from "#domain/read-models/documents.ts";
import { NoSuchFile } from "#infra/ports/stores/file-store.ts";
import type { QueryApiDeps } from "../deps.ts";
import { byteRange, contentDisposition, reportCsp } from "./headers.ts";
import { damaged, missing } from "./pages.ts";

/** Facts for serving an export's file. */
export type ServedFile = Pick<
  ExportDocument,
  "exportId" | "fileKey" | "fileName" | "fileType" | "attempt" | "bytes" | "expired" | "expiresAt" | "erased"
>;

/** Reads the file from its stream. Undefined before the export has one. */
const readFileFromStream = async (
  { runner }: Pick<QueryApiDeps, "runner">,
  exportId: string,
): Promise<ServedFile | undefined> => {
  const { state } = await runner.load(exportDecider, exportId);
  if (state.status !== "finished" && state.status !== "expired") return undefined;
  const { fileName, fileType } = state.facts;
  const { attempt, fileKey, bytes, expiresAt } = state.file;
  const expired = state.status === "expired";
  const erased = expired ? (state.erased?.because ?? null) : null;
  return {
    exportId,
    fileKey: expired ? null : fileKey,
    fileName,
    fileType,
    attempt,
    bytes,
    expired,
    expiresAt,
    erased,
  };
};

/** File of an export, from its stream if the list is behind, as for a webhook's receiver. Undefined if unknown. */
export const readExportFile = async (deps: QueryApiDeps, exportId: string): Promise<ServedFile | undefined> => {
  const { name } = collections.exports;
  const given = await deps.readModelStatus([name]);
  const document =
    given === "none"
      ? undefined
      : ((await deps.readModels.get(name, exportId))?.document as ExportDocument | undefined);
  if (document && (document.fileKey !== null || document.expired)) return document;
  const known = await readFileFromStream(deps, exportId);
  if (known) return known;
  return document?.fileKey === null && given === "other" ? undefined : document;
};

/**
 * Opens a file. Undefined if it has changed or cannot be read, which is logged.
 * @throws {NoSuchFile}
 */
const openUnchanged = async (
  { files, log }: QueryApiDeps,
  { fileKey, bytes, exportId }: ServedFile & { fileKey: string },
  size: number,
  range: { start: number; end: number } | undefined,
) => {
  const say = (fields: object) =>
    log.error({ exportId, fileKey, ...fields }, "A report's file is damaged. Restore it from a backup.");
  if (bytes !== null && size !== bytes) return say({ bytes, found: size });
  try {
    return await files.open(fileKey, range);
  } catch (err) {
    if (err instanceof NoSuchFile) throw err;
    return say({ err });
  }
};

/** A failure is only logged: a full disk must not keep anybody from their report. */
const recordFetchOrLog = (
  { state, clock, log }: QueryApiDeps,
  exportId: string,
  channel: FetchChannel,
): Promise<void> =>
  recordFetch(state, exportId, channel, clock.now()).catch((err: unknown) =>
    log.error({ err, exportId }, "A report's file was fetched, but that could not be recorded."),
  );

type FileToSend = { document: ServedFile & { fileKey: string }; channel: FetchChannel };

const sendContent = async (
  deps: QueryApiDeps,
  { document, channel }: FileToSend,
  request: Request,
  response: Response,
) => {
  const size = await deps.files.size(document.fileKey);
  if (size === undefined) return void missing(response);
  const etag = `"${document.exportId}.${document.attempt}"`;
  const condition = request.get("if-range");
  // Only GET has ranges (RFC 9110, section 14.2).
  const holds = request.method === "GET" && (condition === undefined || condition === etag);
  const range = byteRange(holds ? request.get("range") : undefined, size);
  const part = range === "unsatisfiable" ? undefined : range;
  const file = await openUnchanged(deps, document, size, part);
  if (!file) return void damaged(response);
  // Express would add a charset to a CSV's type.
  response.setHeader("content-type", findFormat(document.fileType)?.mediaType ?? "application/octet-stream");
  response.set({
    "content-disposition": contentDisposition(request.query.down === "1" ? "attachment" : "inline", document.fileName),
    // A compressing proxy would drop the length, and with it ranges.
    "cache-control": "private, no-cache, no-transform",
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
    if (request.method === "HEAD") return void response.end();
    await recordFetchOrLog(deps, document.exportId, channel);
    if (size === 0) return void response.end();
    await pipeline(file, response).catch((error: NodeJS.ErrnoException) => {
      // The client went away.
      if (error.code !== "ERR_STREAM_PREMATURE_CLOSE") throw error;
    });
  } finally {
    file.destroy();
  }
};

/** Answers with an export's file and records the fetch, or with a page that says why there is none. */
export const sendFile = (
  deps: QueryApiDeps,
  sending: FileToSend,
  request: Request,
  response: Response,
): Promise<void> =>
  sendContent(deps, sending, request, response).catch((error: unknown) => {
    // The file was removed between the two reads.
    if (!(error instanceof NoSuchFile)) throw error;
    missing(response);
  });
