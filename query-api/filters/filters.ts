import { notFound } from "#application/http/api-error.ts";
import type { FilterFacts } from "#domain/filters/filter.ts";
import { collections, type FilterContentDocument, type FilterDocument } from "#domain/read-models/documents.ts";
import { filterOfDocuments } from "#domain/read-models/filter-document.ts";
import { readContent } from "../content.ts";
import type { QueryApiDeps } from "../deps.ts";

export const filterReads = [collections.filters.name];

/** Longest list: more than any tier allows, system filters included. */
const maxListLength = 1_000;

/** List entries by view, then by order. `isWhole` is false while they are being reordered. */
export const readFilters = async (
  { readModels }: Pick<QueryApiDeps, "readModels">,
  tenant: string,
): Promise<{ filters: FilterDocument[]; isWhole: boolean }> => {
  const { found, isWhole } = await readModels.findConsistent(collections.filters.name, {
    where: [{ field: "tenant", equals: tenant }],
    sort: [{ field: "ordering" }],
    limit: maxListLength,
  });
  const filters = found.map(({ document }) => document as FilterDocument);
  return { filters: filters.sort((one, other) => one.view - other.view), isWhole };
};

const filterNotFound = () => notFound("This filter can't be found. Choose another one.");

/**
 * A filter, and the version of its content.
 * @throws {ApiError} 404 also for a filter of another shop
 */
export const readFilter = async (
  deps: Pick<QueryApiDeps, "readModels">,
  tenant: string,
  id: string,
): Promise<{ filter: FilterFacts; version: number }> => {
  const { name } = collections.filters;
  const shown = (await deps.readModels.get(name, id))?.document as FilterDocument | undefined;
  if (shown?.tenant !== tenant) throw filterNotFound();
  const content = await readContent<FilterContentDocument>(deps, name, id, { shown, field: "order_status" });
  if (!content) throw filterNotFound();
  return { filter: filterOfDocuments(shown, content), version: content.version };
};
