import { Router } from "express";
import { type Publication, publicationAt } from "#application/exports/publications.ts";
import { DestinationKind } from "#domain/enumerations.ts";
import { type AutomationDocument, collections } from "#domain/read-models/documents.ts";
import type { QueryApiDeps } from "../deps.ts";
import { notPublished, tryAgainSoon } from "./pages.ts";
import { readExportFile, sendFile } from "./send.ts";

const shape = /^[\w-]{43}$/;

/** True if the report has its public link; undefined if unknown. */
const isStillPublic = async (
  { readModels, readModelStatus }: QueryApiDeps,
  { automationId, tenant }: Publication,
): Promise<boolean | undefined> => {
  const { name } = collections.automations;
  if ((await readModelStatus([name], tenant)) === "none") return undefined;
  const report = (await readModels.get(name, automationId))?.document as AutomationDocument | undefined;
  return report?.tenant === tenant && report.destination.kind === DestinationKind.PublicUrl;
};

/**
 * `GET /public/{token}/{name}`: newest delivered file of an automated report, with the headers of the file's own
 * link. Links with an older name still work.
 */
export const publicRouter = (deps: QueryApiDeps): Router => {
  const router = Router({ caseSensitive: true });
  router.get("/public/:token/:name", async (request, response) => {
    response.locals.route = "/public/{token}/{name}";
    const { token } = request.params;
    const publication = shape.test(token) ? await publicationAt(deps.state, token) : undefined;
    if (!publication) return void notPublished(response);
    const still = await isStillPublic(deps, publication);
    const document = still === false ? undefined : await readExportFile(deps, publication.exportId);
    if (still === false) return void notPublished(response);
    if (still === undefined || !document) return void tryAgainSoon(response);
    // The file lives as long as the link, so `expiresAt` does not count.
    const { fileKey, expired } = document;
    if (expired || fileKey === null) return void notPublished(response);
    await sendFile(deps, { document: { ...document, fileKey }, channel: "public" }, request, response);
  });
  router.get("/public{/*rest}", (_request, response) => {
    response.locals.route = "/public";
    notPublished(response);
  });
  return router;
};
