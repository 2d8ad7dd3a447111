import { notFound } from "#application/http/api-error.ts";
import type { DesignFacts } from "#domain/designs/design.ts";
import { designOfDocuments } from "#domain/read-models/design-document.ts";
import { collections, type DesignContentDocument, type ReportDesignDocument } from "#domain/read-models/documents.ts";
import { readContent } from "../content.ts";
import type { QueryApiDeps } from "../deps.ts";

export const designReads = [collections.reportDesigns.name];

const designNotFound = () => notFound("This report design can't be found. Choose another one.");

/** @throws {ApiError} 404 also for a design of another shop */
export const readDesignListEntry = async (
  { readModels }: Pick<QueryApiDeps, "readModels">,
  tenant: string,
  id: string,
): Promise<ReportDesignDocument> => {
  const found = await readModels.get(collections.reportDesigns.name, id);
  const design = found?.document as ReportDesignDocument | undefined;
  if (design?.tenant !== tenant) throw designNotFound();
  return design;
};

/**
 * A design, and the version of its content.
 * @throws {ApiError} 404 also for a design of another shop
 */
export const readDesign = async (
  deps: Pick<QueryApiDeps, "readModels">,
  tenant: string,
  id: string,
): Promise<{ design: DesignFacts; version: number }> => {
  const shown = await readDesignListEntry(deps, tenant, id);
  const { name } = collections.reportDesigns;
  const content = await readContent<DesignContentDocument>(deps, name, id, { shown, field: "shown" });
  if (!content) throw designNotFound();
  return { design: designOfDocuments(shown, content), version: content.version };
};
