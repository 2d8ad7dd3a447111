import type { FieldFilter } from "#infra/ports/stores/read-store.ts";
import { mergeResults, partitionQuery } from "./merge-results.ts";
import { createPartitions, findPartition, namePartition } from "./partitions.ts";
import { type ReadModelStatus, type ServedReadModels, type ServeOptions, serveReadModels } from "./serve.ts";

const worstStatus = (statuses: readonly ReadModelStatus[]): ReadModelStatus =>
  (["none", "other"] as const).find((one) => statuses.includes(one)) ?? "own";

const tenantIn = (where: readonly FieldFilter[] = []): string | undefined => {
  const tenant = where.find(({ field, equals }) => field === "tenant" && typeof equals === "string")?.equals;
  return typeof tenant === "string" ? tenant : undefined;
};

/**
 * Like {@link serveReadModels}, for partitions. Queries with a tenant go to its partition. Others, and reads by id, go
 * to all.
 */
export const servePartitions = ({
  parts,
  ownVersions = new Map(),
  ...rest
}: ServeOptions & { parts: number }): ServedReadModels => {
  if (parts === 1) return serveReadModels({ ownVersions, ...rest });
  const all = createPartitions(parts);
  const served = serveReadModels({
    ...rest,
    ownVersions: new Map(
      [...ownVersions].flatMap(([name, version]) => all.map((part) => [namePartition(name, part), version] as const)),
    ),
  });
  const namesFor = (name: string, tenant: string | undefined): string[] => {
    const index = tenant === undefined ? undefined : findPartition(tenant, parts);
    return all.filter((part) => index === undefined || part.index === index).map((part) => namePartition(name, part));
  };
  return {
    async get(name, id) {
      const found = await Promise.all(namesFor(name, undefined).map((part) => served.get(part, id)));
      return found.find((document) => document !== undefined);
    },
    async getContent(name, id) {
      const found = await Promise.all(namesFor(name, undefined).map((part) => served.getContent(part, id)));
      return found.find((document) => document !== undefined);
    },
    async find(name, query) {
      const names = namesFor(name, tenantIn(query.where));
      const [only] = names;
      if (names.length === 1 && only !== undefined) return served.find(only, query);
      return mergeResults(await Promise.all(names.map((part) => served.find(part, partitionQuery(query)))), query);
    },
    async count(name, where, { atMost = Number.POSITIVE_INFINITY } = {}) {
      const bound = Number.isFinite(atMost) ? { atMost } : {};
      const counts = await Promise.all(namesFor(name, tenantIn(where)).map((part) => served.count(part, where, bound)));
      return Math.min(
        atMost,
        counts.reduce((sum, count) => sum + count, 0),
      );
    },
    async findConsistent(name, query) {
      const names = namesFor(name, tenantIn(query.where));
      const lists = await Promise.all(names.map((part) => served.findConsistent(part, partitionQuery(query))));
      return {
        found: mergeResults(
          lists.map(({ found }) => found),
          query,
        ),
        isWhole: lists.every(({ isWhole }) => isWhole),
      };
    },
    async getStatus(names, tenant) {
      return worstStatus(
        await Promise.all(names.flatMap((name) => namesFor(name, tenant)).map((part) => served.getStatus([part]))),
      );
    },
    async hasSeen(name, position, tenant) {
      const seen = await Promise.all(namesFor(name, tenant).map((part) => served.hasSeen(part, position)));
      return seen.every(Boolean);
    },
  };
};
