import type { FieldFilter } from "#infra/ports/stores/read-store.ts";
import { askedOfPart, mergeFound } from "./merge-found.ts";
import { namePart, partOfTenant, partsOf } from "./parts.ts";
import { type ServedReadModels, type ServeOptions, type Standing, serveReadModels } from "./serve.ts";

const worst = (standings: readonly Standing[]): Standing =>
  (["none", "other"] as const).find((one) => standings.includes(one)) ?? "own";

/** The tenant a query is limited to; undefined if none. */
const tenantIn = (where: readonly FieldFilter[] = []): string | undefined => {
  const tenant = where.find(({ field, equals }) => field === "tenant" && typeof equals === "string")?.equals;
  return typeof tenant === "string" ? tenant : undefined;
};

/**
 * {@link serveReadModels} for read models in `parts` parts. Queries of one tenant go to its part, all others to every
 * part.
 */
export const serveParts = ({ parts, own = new Map(), ...rest }: ServeOptions & { parts: number }): ServedReadModels => {
  if (parts === 1) return serveReadModels({ own, ...rest });
  const all = partsOf(parts);
  const served = serveReadModels({
    ...rest,
    own: new Map([...own].flatMap(([name, version]) => all.map((part) => [namePart(name, part), version] as const))),
  });
  const namesFor = (name: string, tenant: string | undefined): string[] => {
    const index = tenant === undefined ? undefined : partOfTenant(tenant, parts);
    return all.filter((part) => index === undefined || part.index === index).map((part) => namePart(name, part));
  };
  return {
    async get(name, id) {
      const found = await Promise.all(namesFor(name, undefined).map((part) => served.get(part, id)));
      return found.find((document) => document !== undefined);
    },
    async content(name, id) {
      const found = await Promise.all(namesFor(name, undefined).map((part) => served.content(part, id)));
      return found.find((document) => document !== undefined);
    },
    async find(name, query) {
      const names = namesFor(name, tenantIn(query.where));
      const [only] = names;
      if (names.length === 1 && only !== undefined) return served.find(only, query);
      return mergeFound(await Promise.all(names.map((part) => served.find(part, askedOfPart(query)))), query);
    },
    async count(name, where, { atMost = Number.POSITIVE_INFINITY } = {}) {
      const bound = Number.isFinite(atMost) ? { atMost } : {};
      const counts = await Promise.all(namesFor(name, tenantIn(where)).map((part) => served.count(part, where, bound)));
      return Math.min(
        atMost,
        counts.reduce((sum, count) => sum + count, 0),
      );
    },
    async findTogether(name, query) {
      const names = namesFor(name, tenantIn(query.where));
      const lists = await Promise.all(names.map((part) => served.findTogether(part, askedOfPart(query))));
      return {
        found: mergeFound(
          lists.map(({ found }) => found),
          query,
        ),
        isWhole: lists.every(({ isWhole }) => isWhole),
      };
    },
    async standing(names, tenant) {
      return worst(
        await Promise.all(names.flatMap((name) => namesFor(name, tenant)).map((part) => served.standing([part]))),
      );
    },
    async hasSeen(name, position, tenant) {
      const seen = await Promise.all(namesFor(name, tenant).map((part) => served.hasSeen(part, position)));
      return seen.every(Boolean);
    },
  };
};
