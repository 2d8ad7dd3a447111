import { Router } from "express";
import { exportOfToken, testFilePath } from "#application/exports/file-link.ts";
import { FileType } from "#domain/enumerations.ts";
import { fileFormats } from "#domain/file-formats.ts";
import type { QueryApiDeps } from "../deps.ts";
import { contentDisposition, reportCsp } from "./headers.ts";
import { gone, notFound, tryAgainSoon } from "./pages.ts";
import { readExportFile, sendFile } from "./send.ts";

/** `GET /files/{token}/{name}`: public, and valid as long as the file. The name is only for people. */
export const fileRouter = (deps: QueryApiDeps): Router => {
  const router = Router({ caseSensitive: true });
  router.get(testFilePath, (_request, response) => {
    response.locals.route = testFilePath;
    response.setHeader("content-type", fileFormats[FileType.Csv].mediaType);
    response.set({
      "content-disposition": contentDisposition("attachment", "Test.csv"),
      "cache-control": "no-store, no-transform",
      "content-security-policy": reportCsp(FileType.Csv),
      "x-robots-tag": "noindex",
    });
    response.end("Order\r\n");
  });
  router.get("/files/:token/:name", async (request, response) => {
    response.locals.route = "/files/{token}/{name}";
    const exportId = exportOfToken(deps.vault, request.params.token);
    if (exportId === undefined) return void notFound(response);
    const document = await readExportFile(deps, exportId);
    if (!document) return void tryAgainSoon(response);
    const over = document.expiresAt !== null && Date.parse(document.expiresAt) <= deps.clock.now().getTime();
    if (document.expired || over) return void gone(response, document);
    if (document.fileKey === null) return void notFound(response);
    await sendFile(deps, { document: { ...document, fileKey: document.fileKey }, channel: "link" }, request, response);
  });
  // A truncated or extended link would open the app's page.
  router.get("/files{/*rest}", (_request, response) => {
    response.locals.route = "/files";
    notFound(response);
  });
  return router;
};
