import { collections, type ReportDesignDocument } from "#domain/read-models/documents.ts";
import { unknown } from "#infra/app/http/api-error.ts";
import type { QueryApiDeps } from "../deps.ts";

/** Read models that the calls on designs need. */
export const designReads = [collections.reportDesigns.name];

/** A design of the caller's shop. @throws {ApiError} 404 also for one of another shop */
export const designOf = async (
  { readModels }: Pick<QueryApiDeps, "readModels">,
  tenant: string,
  id: string,
): Promise<ReportDesignDocument> => {
  const found = await readModels.get(collections.reportDesigns.name, id);
  const design = found?.document as ReportDesignDocument | undefined;
  if (design?.tenant !== tenant) throw unknown("There is no such report design. Choose another one.");
  return design;
};
