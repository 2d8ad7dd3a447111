import { badRequest } from "#application/http/api-error.ts";
import type { FieldFilter, Query } from "#infra/ports/stores/read-store.ts";

/** A filter turns a value into conditions; a sort names a document field. */
export type ListShape = {
  filters: Readonly<Record<string, (value: unknown) => FieldFilter[]>>;
  sorts: Readonly<Record<string, string>>;
  sort: { field: string; descending: boolean };
};

export type ListQuery = Required<Pick<Query, "where" | "sort" | "offset" | "limit">> & {
  ids: string[] | undefined;
  /** Values of the filters, unparsed. */
  filterValues: Readonly<Record<string, unknown>>;
};

/** Maximum rows of a list or a CSV. */
const maxRows = 1_000;
/** Largest offset: the store must skip every row before it. */
const maxOffset = 10_000;
/** Largest count; longer lists only count as longer. */
export const maxCount = maxOffset + 1;

const parsed = (name: string, text: unknown): unknown => {
  if (text === undefined) return undefined;
  if (typeof text !== "string" || text.length > 20_000) throw badRequest(`${name} is too long, or given twice.`);
  try {
    return JSON.parse(text);
  } catch {
    throw badRequest(`${name} must be JSON.`);
  }
};

const rangeOf = (value: unknown): { offset: number; limit: number } => {
  if (value === undefined) return { offset: 0, limit: 25 };
  const [from, to] = Array.isArray(value) ? value : [];
  if (!Number.isInteger(from) || !Number.isInteger(to) || from < 0 || to < from)
    throw badRequest("range must be two whole numbers, such as [0,24].");
  if (to - from >= maxRows) throw badRequest(`range may hold ${maxRows} rows at most.`);
  if (from > maxOffset)
    throw badRequest(`Only the first ${maxOffset} rows can be shown. Narrow the list with a filter.`);
  return { offset: from, limit: to - from + 1 };
};

const sortOf = ({ sorts, sort }: ListShape, value: unknown): ListQuery["sort"] => {
  if (value === undefined) return [sort];
  const [name, order] = Array.isArray(value) ? value : [];
  // Data providers send this with requests by id, which have no order.
  if (name === "id") return [sort];
  const field = typeof name === "string" && Object.hasOwn(sorts, name) ? sorts[name] : undefined;
  if (field === undefined || (order !== "ASC" && order !== "DESC"))
    throw badRequest(`sort must be one of ${Object.keys(sorts).join(", ")} with ASC or DESC.`);
  return [{ field, descending: order === "DESC" }];
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const idsOf = (value: unknown): string[] | undefined => {
  if (value === undefined) return undefined;
  const ids = Array.isArray(value) ? value : [value];
  if (ids.length > maxRows || !ids.every((id) => typeof id === "string"))
    throw badRequest(`id must be a list of ${maxRows} texts at most.`);
  return [...new Set(ids as string[])];
};

/**
 * Reads a list query of ra-data-simple-rest: `filter`, `range` and `sort`, each JSON.
 * @throws {ApiError} 400
 */
export const readListQuery = (query: Readonly<Record<string, unknown>>, shape: ListShape): ListQuery => {
  const filter = parsed("filter", query.filter) ?? {};
  if (!isRecord(filter)) throw badRequest("filter must be an object.");
  const { id, ...given } = filter;
  const where = Object.entries(given).flatMap(([name, value]) => {
    const make = Object.hasOwn(shape.filters, name) ? shape.filters[name] : undefined;
    if (make === undefined) throw badRequest(`filter may hold ${Object.keys(shape.filters).join(", ")}.`);
    return value === "" || value === null ? [] : make(value);
  });
  return {
    where,
    ids: idsOf(id),
    filterValues: given,
    sort: sortOf(shape, parsed("sort", query.sort)),
    ...rangeOf(parsed("range", query.range)),
  };
};
