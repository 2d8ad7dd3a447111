import { collections, type HappeningDocument } from "#domain/read-models/documents.ts";
import type { ConsoleFound } from "#domain/wire/console.ts";
import { invalid } from "#infra/app/http/api-error.ts";
import { whereBuilt } from "#infra/app/read-models/serve.ts";
import type { ConsoleDeps } from "../deps.ts";
import type { ConsoleCall, ConsoleRoute } from "../http/route.ts";
import { readListQuery } from "../lists/list-query.ts";
import type { Resource } from "../lists/resource.ts";

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** As ids of requests are: a client may have given one. */
const requestForm = /^[A-Za-z0-9._-]{1,100}$/;
/** Shops that begin so; whoever finds more types on. Of a request what happened last. */
const most = 20;

const nameOf = (row: object): string => {
  const { shop, what, title, cause } = row as { shop?: string; what?: string; title?: string; cause?: string };
  return shop ?? what ?? title ?? cause ?? "";
};

/**
 * `GET search?q=`: whatever has this id, what happened in the request of this id with the shops and exports concerned, and the shops whose names begin
 * so. Names of orders are kept nowhere (ADR 101).
 */
export const searchRoute = (
  { acts, readModels }: Pick<ConsoleDeps, "acts" | "readModels">,
  resources: readonly Resource[],
): ConsoleRoute => {
  const found = async (name: ConsoleFound["resource"], rows: Promise<{ id: string }[]>): Promise<ConsoleFound[]> =>
    (await rows).map((row) => ({ resource: name, id: row.id, name: nameOf(row) }));
  const named = (name: ConsoleFound["resource"]): Resource => {
    const resource = resources.find((one) => one.name === name);
    if (resource === undefined) throw new Error(`There is no list ${name}.`);
    return resource;
  };
  const ofRequest = async ({ session, requestId }: ConsoleCall, request: string): Promise<ConsoleFound[]> => {
    const happened = await whereBuilt(
      readModels.find(collections.happenings.name, {
        where: [{ field: "correlation", equals: request }],
        // Of an id that a client gives again and again there may be very many: the index has them in this order.
        sort: [
          { field: "tenant", descending: true },
          { field: "when", descending: true },
        ],
        limit: most,
      }),
    );
    if (happened === undefined) return [];
    const documents = happened.map(({ document }) => document as unknown as HappeningDocument);
    for (const tenant of new Set(documents.map((one) => one.tenant)))
      await acts.looked(session, { tenant, correlation: requestId });
    const exports = documents.flatMap(({ thing, about }) => (thing === "export" && about !== null ? [about] : []));
    const ids = [
      ["shops", documents.map(({ tenant }) => tenant)],
      ["exports", exports],
      ["happenings", happened.map(({ id }) => id)],
    ] as const;
    return (await Promise.all(ids.map(([name, wanted]) => found(name, named(name).many([...new Set(wanted)]))))).flat();
  };
  const byName = async (q: string): Promise<ConsoleFound[]> => {
    const shops = named("shops");
    const asked = { filter: JSON.stringify({ q }), range: JSON.stringify([0, most - 1]) };
    return found(
      "shops",
      shops.list(readListQuery(asked, shops.shape)).then(({ rows }) => rows),
    );
  };
  return {
    method: "GET",
    path: "search",
    needs: "viewer",
    handle: async (call): Promise<ConsoleFound[]> => {
      const { query } = call;
      const q = typeof query.q === "string" ? query.q.trim() : "";
      if (q === "" || q.length > 200) throw invalid("Search for the beginning of a shop's name, or for an id.");
      const requested = requestForm.test(q) ? ofRequest(call, q) : [];
      const id = q.toLowerCase();
      const names = ["shops", "exports", "automations", "runs"] as const;
      const others = uuid.test(id)
        ? Promise.all(names.map((name) => found(name, named(name).many([id])))).then((all) => all.flat())
        : byName(q);
      const all = await Promise.all([others, requested]);
      const seen = new Map(all.flat().map((one) => [`${one.resource}/${one.id}`, one]));
      return [...seen.values()];
    },
  };
};
