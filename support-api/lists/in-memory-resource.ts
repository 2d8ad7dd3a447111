import type { FieldFilter, Scalar } from "#infra/ports/stores/read-store.ts";
import type { ListQuery, ListShape } from "./list-query.ts";
import type { Resource } from "./resource.ts";

type Row = { id: string };

const compare = (one: Scalar, other: Scalar): number => {
  if (one === other) return 0;
  if (one === null || other === null) return one === null ? -1 : 1;
  return one < other ? -1 : 1;
};
const getField = (row: object, field: string): Scalar => (row as Record<string, Scalar | undefined>)[field] ?? null;

const holds =
  (row: object) =>
  ({ field, equals, in: among, above, below }: FieldFilter): boolean => {
    const value = getField(row, field);
    return (
      (equals === undefined || value === equals) &&
      (among === undefined || among.includes(value)) &&
      (above === undefined || (value !== null && compare(value, above) > 0)) &&
      (below === undefined || (value !== null && compare(value, below) < 0))
    );
  };

/** Selects rows like a read store: null first, ties by id. */
const chosen = <Shown extends Row>(rows: readonly Shown[], { where, sort, offset, limit }: ListQuery) => {
  const found = rows
    .filter((row) => where.every(holds(row)))
    .sort((one, other) => {
      for (const { field, descending = false } of sort) {
        const order = compare(getField(one, field), getField(other, field));
        if (order !== 0) return descending ? -order : order;
      }
      return compare(one.id, other.id);
    });
  return { rows: found.slice(offset, offset + limit), total: found.length };
};

/** Resource of few rows without a read model: reads all, then selects in memory. */
export const createInMemoryResource = <Shown extends Row>(options: {
  name: string;
  shape: ListShape;
  /** All rows, or only those with these filter values if cheaper. */
  read(given: ListQuery["filterValues"]): Promise<Shown[]>;
  one?(id: string): Promise<Shown | undefined>;
  /** Adds data to a page's rows together. */
  complete?(rows: Shown[]): Promise<Shown[]>;
  tenantOf(row: Shown): string | undefined;
}): Resource => {
  const { name, shape, read, complete = async (rows: Shown[]) => rows, tenantOf } = options;
  const some = async (ids: readonly string[]): Promise<Shown[]> => {
    const { one } = options;
    const found = one ? await Promise.all(ids.map(one)) : (await read({})).filter(({ id }) => ids.includes(id));
    return complete(found.filter((row) => row !== undefined));
  };
  return {
    name,
    shape,
    list: async (query) => {
      const { rows, total } = chosen(await read(query.filterValues), query);
      return { rows: await complete(rows), total };
    },
    get: async (id) => (await some([id]))[0],
    findMany: some,
    getTenant: (row) => tenantOf(row as Shown),
  };
};
