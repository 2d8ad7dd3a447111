import { invalid } from "#application/http/api-error.ts";
import type { FieldFilter, Query } from "#infra/ports/stores/read-store.ts";

/** What a list can be narrowed and sorted by. A filter makes conditions of a value; a sort names a field of the documents. */
export type ListShape = {
  filters: Readonly<Record<string, (value: unknown) => FieldFilter[]>>;
  sorts: Readonly<Record<string, string>>;
  /** The first of them, and whether it falls. */
  sort: { field: string; descending: boolean };
};

export type ListQuery = Required<Pick<Query, "where" | "sort" | "offset" | "limit">> & {
  /** Those asked for by their ids, which are no list. */
  ids: string[] | undefined;
  /** The values of filters as they came. */
  given: Readonly<Record<string, unknown>>;
};

/** Rows in an answer: a CSV has as many. */
const mostRows = 1_000;
/** Nobody leafs further: each page before it is passed over again. */
const furthest = 10_000;
/** Of a list that is longer no more is counted: that it is longer. */
export const countedAtMost = furthest + 1;

const parsed = (name: string, text: unknown): unknown => {
  if (text === undefined) return undefined;
  if (typeof text !== "string" || text.length > 20_000) throw invalid(`${name} is too long, or given twice.`);
  try {
    return JSON.parse(text);
  } catch {
    throw invalid(`${name} must be JSON.`);
  }
};

const rangeOf = (given: unknown): { offset: number; limit: number } => {
  if (given === undefined) return { offset: 0, limit: 25 };
  const [from, to] = Array.isArray(given) ? given : [];
  if (!Number.isInteger(from) || !Number.isInteger(to) || from < 0 || to < from)
    throw invalid("range must be two whole numbers, as [0,24].");
  if (to - from >= mostRows) throw invalid(`range may hold ${mostRows} rows at most.`);
  if (from > furthest) throw invalid(`Only the first ${furthest} rows can be looked at. Narrow the list by a filter.`);
  return { offset: from, limit: to - from + 1 };
};

const sortOf = ({ sorts, sort }: ListShape, given: unknown): ListQuery["sort"] => {
  if (given === undefined) return [sort];
  const [name, order] = Array.isArray(given) ? given : [];
  // What a data provider asks for by ids is in no order.
  if (name === "id") return [sort];
  const field = typeof name === "string" && Object.hasOwn(sorts, name) ? sorts[name] : undefined;
  if (field === undefined || (order !== "ASC" && order !== "DESC"))
    throw invalid(`sort must be one of ${Object.keys(sorts).join(", ")} with ASC or DESC.`);
  return [{ field, descending: order === "DESC" }];
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const idsOf = (given: unknown): string[] | undefined => {
  if (given === undefined) return undefined;
  const ids = Array.isArray(given) ? given : [given];
  if (ids.length > mostRows || !ids.every((id) => typeof id === "string"))
    throw invalid(`id must be a list of ${mostRows} texts at most.`);
  return [...new Set(ids as string[])];
};

/** The query of a list as ra-data-simple-rest sends it: `filter`, `range` and `sort`, each JSON. @throws {ApiError} 400 */
export const readListQuery = (query: Readonly<Record<string, unknown>>, shape: ListShape): ListQuery => {
  const filter = parsed("filter", query.filter) ?? {};
  if (!isRecord(filter)) throw invalid("filter must be an object.");
  const { id, ...given } = filter;
  const where = Object.entries(given).flatMap(([name, value]) => {
    const make = Object.hasOwn(shape.filters, name) ? shape.filters[name] : undefined;
    if (make === undefined) throw invalid(`filter may hold ${Object.keys(shape.filters).join(", ")}.`);
    return value === "" || value === null ? [] : make(value);
  });
  return {
    where,
    ids: idsOf(id),
    given,
    sort: sortOf(shape, parsed("sort", query.sort)),
    ...rangeOf(parsed("range", query.range)),
  };
};
