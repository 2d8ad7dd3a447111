import type { Response } from "express";
import type { ExportDocument } from "#domain/read-models/documents.ts";

/** Pages for people, instead of a file. */

const page = (response: Response, status: number, title: string, sentence: string) =>
  response
    .status(status)
    .set("cache-control", "no-store")
    .type("html")
    .send(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body><h1>${title}</h1><p>${sentence}</p></body></html>`,
    );

export const notFound = (response: Response) =>
  page(response, 404, "This file doesn't exist", "The link may be incomplete. Ask for it again.");

export const tryAgainSoon = (response: Response) =>
  page(
    response.set("retry-after", "5"),
    503,
    "One moment",
    "The list of files is being rebuilt. Try again in a few seconds.",
  );

/** Page of a public address without a file. */
export const notPublished = (response: Response) =>
  page(
    response,
    404,
    "There is no file here",
    "Nothing was published at this address yet, or the link isn't used any more. Ask who gave you the link.",
  );

export const gone = (response: Response, { erased }: Pick<ExportDocument, "erased">) =>
  page(
    response,
    410,
    "The file was removed",
    erased === null
      ? "Files are kept for a limited time, and this one has expired. Generate the report again."
      : "A customer's data had to be erased, and this file may have held some of it. Generate the report again.",
  );

export const missing = (response: Response) =>
  page(
    response,
    410,
    "The file was removed",
    "The file is missing, although it should still be here. Generate the report again.",
  );

export const damaged = (response: Response) =>
  page(response, 500, "The file is damaged", "It has changed since it was made. Generate the report again.");
