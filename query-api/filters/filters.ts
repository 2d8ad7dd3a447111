import { collections, type FilterDocument } from "#domain/read-models/documents.ts";
import { unknown } from "#infra/app/http/api-error.ts";
import type { QueryApiDeps } from "../deps.ts";

/** Read models that the calls on filters need. */
export const filterReads = [collections.filters.name];

/** More than any tier allows, and the system filters. */
const longestList = 1_000;

/** The filters of a shop by view, and by their places in it. */
export const filtersOf = async (
  { readStore }: Pick<QueryApiDeps, "readStore">,
  tenant: string,
): Promise<FilterDocument[]> => {
  const found = await readStore.find(collections.filters.name, {
    where: [{ field: "tenant", equals: tenant }],
    sort: [{ field: "ordering" }],
    limit: longestList,
  });
  return found.map(({ document }) => document as FilterDocument).sort((one, other) => one.view - other.view);
};

/** A filter of the caller's shop. @throws {ApiError} 404 also for one of another shop */
export const filterDocumentOf = async (
  { readStore }: Pick<QueryApiDeps, "readStore">,
  tenant: string,
  id: string,
): Promise<FilterDocument> => {
  const found = await readStore.get(collections.filters.name, id);
  const filter = found?.document as FilterDocument | undefined;
  if (filter?.tenant !== tenant) throw unknown("There is no such filter. Choose another one.");
  return filter;
};
