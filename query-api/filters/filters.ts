import { collections, type FilterDocument } from "#domain/read-models/documents.ts";
import { unknown } from "#infra/app/http/api-error.ts";
import type { QueryApiDeps } from "../deps.ts";

/** Read models that the calls on filters need. */
export const filterReads = [collections.filters.name];

/** More than any tier allows, and the system filters. */
const longestList = 1_000;

/** The filters of a shop by view, and by their places in it; `isWhole` is false while they are being put in order. */
export const filtersOf = async (
  { readModels }: Pick<QueryApiDeps, "readModels">,
  tenant: string,
): Promise<{ filters: FilterDocument[]; isWhole: boolean }> => {
  const { found, isWhole } = await readModels.findTogether(collections.filters.name, {
    where: [{ field: "tenant", equals: tenant }],
    sort: [{ field: "ordering" }],
    limit: longestList,
  });
  const filters = found.map(({ document }) => document as FilterDocument);
  return { filters: filters.sort((one, other) => one.view - other.view), isWhole };
};

/** A filter of the caller's shop. @throws {ApiError} 404 also for one of another shop */
export const filterDocumentOf = async (
  { readModels }: Pick<QueryApiDeps, "readModels">,
  tenant: string,
  id: string,
): Promise<FilterDocument> => {
  const found = await readModels.get(collections.filters.name, id);
  const filter = found?.document as FilterDocument | undefined;
  if (filter?.tenant !== tenant) throw unknown("There is no such filter. Choose another one.");
  return filter;
};
