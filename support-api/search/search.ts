import { badRequest } from "#application/http/api-error.ts";
import { undefinedUnlessBuilt } from "#application/read-models/serve.ts";
import { type ActivityDocument, collections, type ShopDocument } from "#domain/read-models/documents.ts";
import { normalizeForSearch } from "#domain/read-models/title-keys.ts";
import type { ConsoleSearchResult } from "#domain/wire/support/console.ts";
import type { ConsoleDeps } from "../deps.ts";
import type { ConsoleCall, ConsoleRoute } from "../http/route.ts";
import { readListQuery } from "../lists/list-query.ts";
import type { Resource } from "../lists/resource.ts";
import { findByTitle, findTitledItem } from "./by-title.ts";

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Form of request ids, which clients may choose. */
const requestForm = /^[A-Za-z0-9._-]{1,100}$/;
/** Shops by prefix; more letters narrow them. For a request id: its latest events. */
const maxResults = 20;

type Found = Omit<ConsoleSearchResult, "shop"> & {
  /** Tenant of the item; null for a shop itself. */
  tenant: string | null;
};

const nameOf = (row: object): string => {
  const { shop, what, title, cause } = row as { shop?: string; what?: string; title?: string; cause?: string };
  return shop ?? what ?? title ?? cause ?? "";
};

/** Adds shops, reading each once. */
const withShops = async (
  { readModels }: Pick<ConsoleDeps, "readModels">,
  found: readonly Found[],
): Promise<ConsoleSearchResult[]> => {
  const tenants = [...new Set(found.flatMap(({ tenant }) => tenant ?? []))];
  const documents = await Promise.all(tenants.map((tenant) => readModels.get(collections.shops.name, tenant)));
  const names = new Map(documents.map((one) => [one?.id, (one?.document as ShopDocument | undefined)?.shop]));
  return found.map(({ tenant, ...one }) => {
    const name = tenant === null ? undefined : names.get(tenant);
    return { ...one, shop: tenant === null || name === undefined ? null : { id: tenant, name } };
  });
};

/**
 * `GET search?q=`: items by id, the events of a request id with their shops and exports, shops by a prefix of domain or
 * name, and items of all shops by title. Order names are not stored anywhere (ADR 101).
 */
export const searchRoute = (
  { acts, readModels }: Pick<ConsoleDeps, "acts" | "readModels">,
  resources: readonly Resource[],
): ConsoleRoute => {
  const toResults = async (name: ConsoleSearchResult["resource"], rows: Promise<{ id: string }[]>): Promise<Found[]> =>
    (await rows).map((row) => {
      const { tenant = null } = row as { tenant?: string };
      return { resource: name, id: row.id, name: nameOf(row), tenant };
    });
  const named = (name: ConsoleSearchResult["resource"]): Resource => {
    const resource = resources.find((one) => one.name === name);
    if (resource === undefined) throw new Error(`There is no list ${name}.`);
    return resource;
  };
  const ofRequest = async ({ session, requestId }: ConsoleCall, request: string): Promise<Found[]> => {
    const happened = await undefinedUnlessBuilt(
      readModels.find(collections.happenings.name, {
        where: [{ field: "correlation", equals: request }],
        // Clients may reuse a request id very often, so this is the index's order.
        sort: [
          { field: "tenant", descending: true },
          { field: "when", descending: true },
        ],
        limit: maxResults,
      }),
    );
    if (happened === undefined) return [];
    const documents = happened.map(({ document }) => document as unknown as ActivityDocument);
    for (const tenant of new Set(documents.map((one) => one.tenant)))
      await acts.recordView(session, { tenant, correlation: requestId });
    const exports = documents.flatMap(({ thing, about }) => (thing === "export" && about !== null ? [about] : []));
    const ids = [
      ["shops", documents.map(({ tenant }) => tenant)],
      ["exports", exports],
      ["happenings", happened.map(({ id }) => id)],
    ] as const;
    return (
      await Promise.all(ids.map(([name, wanted]) => toResults(name, named(name).findMany([...new Set(wanted)]))))
    ).flat();
  };
  /** Finds an item, and logs a view of the shop, as on the item's page. */
  const byId = async ({ session, requestId }: ConsoleCall, id: string): Promise<Found[]> => {
    const names = ["shops", "exports", "automations", "runs"] as const;
    const [titled, ...items] = await Promise.all([
      findTitledItem({ readModels }, id),
      ...names.map((name) => toResults(name, named(name).findMany([id]))),
    ]);
    const all: Found[] = [...items.flat(), ...(titled ? [titled] : [])];
    for (const tenant of new Set(all.flatMap((one) => (one.resource === "shops" ? [] : (one.tenant ?? [])))))
      await acts.recordView(session, { tenant, correlation: requestId });
    return all;
  };
  const byName = async (q: string): Promise<Found[]> => {
    const shops = named("shops");
    const range = JSON.stringify([0, maxResults - 1]);
    const listed = (filter: object, by: string) => {
      const sort = JSON.stringify([by, "ASC"]);
      return shops.list(readListQuery({ filter: JSON.stringify(filter), range, sort }, shops.shape));
    };
    // Text without letters and digits isn't a name.
    const byNames = normalizeForSearch(q) === "" ? [] : [listed({ name: q }, "name")];
    const lists = [listed({ q }, "shop"), ...byNames];
    return toResults(
      "shops",
      Promise.all(lists).then((all) => all.flatMap(({ rows }) => rows)),
    );
  };
  const byTitle = async ({ session, requestId }: ConsoleCall, q: string): Promise<Found[]> => {
    const titled = await findByTitle({ readModels }, q);
    const [tenant, ...others] = new Set(titled.map((one) => one.tenant));
    // Like a list with rows of one shop.
    if (tenant !== undefined && others.length === 0) await acts.recordView(session, { tenant, correlation: requestId });
    return titled;
  };
  return {
    method: "GET",
    path: "search",
    needs: "viewer",
    handle: async (call): Promise<ConsoleSearchResult[]> => {
      const { query } = call;
      const q = typeof query.q === "string" ? query.q.trim() : "";
      if (q === "" || q.length > 200)
        throw badRequest("Search for a shop, for what something is called, or for an id.");
      const requested = requestForm.test(q) ? ofRequest(call, q) : [];
      const id = q.toLowerCase();
      const others = uuid.test(id)
        ? byId(call, id)
        : Promise.all([byName(q), byTitle(call, q)]).then((all) => all.flat());
      const all = await Promise.all([others, requested]);
      const seen = new Map(all.flat().map((one) => [`${one.resource}/${one.id}`, one]));
      return withShops({ readModels }, [...seen.values()]);
    },
  };
};
