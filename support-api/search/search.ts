import type { ConsoleFound } from "#domain/wire/console.ts";
import { invalid } from "#infra/app/http/api-error.ts";
import type { ConsoleRoute } from "../http/route.ts";
import { readListQuery } from "../lists/list-query.ts";
import type { Resource } from "../lists/resource.ts";

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Shops that begin so; whoever finds more types on. */
const most = 20;

const nameOf = (row: object): string => {
  const { shop, title, cause } = row as { shop?: string; title?: string; cause?: string };
  return shop ?? title ?? cause ?? "";
};

/** `GET search?q=`: whatever has this id, or the shops whose names begin so. */
export const searchRoute = (resources: readonly Resource[]): ConsoleRoute => {
  const found = async (name: ConsoleFound["resource"], rows: Promise<{ id: string }[]>): Promise<ConsoleFound[]> =>
    (await rows).map((row) => ({ resource: name, id: row.id, name: nameOf(row) }));
  const named = (name: ConsoleFound["resource"]): Resource => {
    const resource = resources.find((one) => one.name === name);
    if (resource === undefined) throw new Error(`There is no list ${name}.`);
    return resource;
  };
  return {
    method: "GET",
    path: "search",
    needs: "viewer",
    handle: async ({ query }): Promise<ConsoleFound[]> => {
      const q = typeof query.q === "string" ? query.q.trim().toLowerCase() : "";
      if (q === "" || q.length > 200) throw invalid("Search for the beginning of a shop's name, or for an id.");
      if (uuid.test(q)) {
        const names = ["shops", "exports", "automations", "runs"] as const;
        return (await Promise.all(names.map((name) => found(name, named(name).many([q]))))).flat();
      }
      const shops = named("shops");
      const asked = { filter: JSON.stringify({ q }), range: JSON.stringify([0, most - 1]) };
      return found(
        "shops",
        shops.list(readListQuery(asked, shops.shape)).then(({ rows }) => rows),
      );
    },
  };
};
