import { notFound } from "#application/http/api-error.ts";
import { collections } from "#domain/read-models/documents.ts";
import type { StoredDocument } from "#infra/ports/stores/read-store.ts";
import type { ConsoleDeps } from "../deps.ts";
import type { ConsoleCall, ConsoleRoute } from "../http/route.ts";
import { type ListQuery, type ListShape, maxCount, readListQuery } from "./list-query.ts";

type Row = { id: string };

export type Resource = {
  name: string;
  shape: ListShape;
  list(query: ListQuery): Promise<{ rows: Row[]; total: number }>;
  /** Finds an item, with details that the list omits. */
  get(id: string): Promise<Row | undefined>;
  findMany(ids: readonly string[]): Promise<Row[]>;
  getTenant(row: Row): string | undefined;
  /**
   * Shops that a response logs as viewed, besides one that the `tenant` filter names. `each`: every shop among the
   * rows. `none`: no other. Default: the shop of the rows, if filters or ids narrowed them to one.
   */
  recordsViews?: "each" | "none" | undefined;
};

/** Resource of a read model: the store filters, sorts and pages. */
export const readModelResource = <Shown extends Row>(
  { readModels }: Pick<ConsoleDeps, "readModels">,
  options: {
    name: string;
    collection: string;
    shape: ListShape;
    rowOf(found: StoredDocument): Shown;
    detailsOf?(found: StoredDocument, row: Shown): Promise<Shown>;
    /** Adds data to all rows together. */
    complete?(rows: Shown[]): Promise<Shown[]>;
    tenantOf(row: Shown): string | undefined;
    recordsViews?: Resource["recordsViews"];
  },
): Resource => {
  const { collection, rowOf, detailsOf, complete = async (rows: Shown[]) => rows } = options;
  const get = async (id: string): Promise<StoredDocument | undefined> => readModels.get(collection, id);
  return {
    name: options.name,
    shape: options.shape,
    list: async ({ where, sort, offset, limit }) => {
      const [found, total] = await Promise.all([
        readModels.find(collection, { where, sort, offset, limit }),
        readModels.count(collection, where, { atMost: maxCount }),
      ]);
      return { rows: await complete(found.map(rowOf)), total };
    },
    get: async (id) => {
      const found = await get(id);
      if (found === undefined) return undefined;
      const [row] = await complete([rowOf(found)]);
      return row && detailsOf ? detailsOf(found, row) : row;
    },
    findMany: async (ids) => {
      const found = await Promise.all(ids.map(get));
      return complete(found.filter((one) => one !== undefined).map(rowOf));
    },
    getTenant: (row) => options.tenantOf(row as Shown),
    recordsViews: options.recordsViews,
  };
};

/** The shop that the filter names, even without rows, and the shops that the rows reveal. */
const viewedShops = (
  { recordsViews, getTenant }: Resource,
  { where, ids }: ListQuery,
  rows: readonly Row[],
): unknown[] => {
  const asked = where.find(({ field }) => field === "tenant")?.equals;
  const shops = [...new Set(rows.map(getTenant))].filter((tenant) => tenant !== undefined);
  const isOfOne = shops.length === 1 && (ids !== undefined || where.length > 0);
  return [...new Set([asked, ...(recordsViews === "each" || (recordsViews === undefined && isOfOne) ? shops : [])])];
};

const allOf = async (resource: Resource, ids: readonly string[]) => {
  const rows = await resource.findMany(ids);
  return { rows, total: rows.length };
};

/** Routes of a resource. Requests for one shop's items, or for a single item, log a view of the shop. */
export const createResourceRoutes = (
  { acts, readModels }: Pick<ConsoleDeps, "acts" | "readModels">,
  resource: Resource,
): ConsoleRoute[] => {
  const { name, shape } = resource;
  const recordView = async ({ session, requestId }: ConsoleCall, tenant: unknown): Promise<void> => {
    // An unknown shop reveals nothing.
    if (typeof tenant === "string" && (await readModels.get(collections.shops.name, tenant)) !== undefined)
      await acts.recordView(session, { tenant, correlation: requestId });
  };
  return [
    {
      method: "GET",
      path: name,
      needs: "viewer",
      handle: async (call) => {
        const query = readListQuery(call.query, shape);
        const { ids, offset } = query;
        const { rows, total } = ids ? await allOf(resource, ids) : await resource.list(query);
        for (const tenant of viewedShops(resource, query, rows)) await recordView(call, tenant);
        const first = ids ? 0 : offset;
        call.setHeader("content-range", `${name} ${first}-${first + Math.max(0, rows.length - 1)}/${total}`);
        return rows;
      },
    },
    {
      method: "GET",
      path: `${name}/:id`,
      needs: "viewer",
      handle: async (call) => {
        const row = await resource.get(call.params.id ?? "");
        if (row === undefined) throw notFound("Nothing has this id. It may have been deleted.");
        await recordView(call, resource.getTenant(row));
        return row;
      },
    },
  ];
};
