import { collections, type UseDocument } from "#domain/read-models/documents.ts";
import { shortened } from "#domain/text/shortened.ts";
import type { About } from "#domain/wire/about.ts";
import type { QueryApiDeps } from "./deps.ts";

const { name: uses } = collections.uses;

/** A filter may have a sentence of thousands of characters; nobody reads that in a list. */
const longestSummary = 300;

/** When each of these things of a shop was last used, ISO UTC, by id. Undefined while that is being counted up: a list goes on without. */
const lastUses = async (
  { readModels, standing }: Pick<QueryApiDeps, "readModels" | "standing">,
  tenant: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string> | undefined> => {
  if ((await standing([uses], tenant)) === "none") return undefined;
  const found = await readModels.find(uses, { where: [{ field: "objectId", in: ids }], limit: ids.length });
  const documents = found.map(({ document }) => document as UseDocument);
  return new Map(documents.filter((use) => use.tenant === tenant).map(({ objectId, usedAt }) => [objectId, usedAt]));
};

/**
 * What the list of a shop says of its members, by id: one read for all of them. Those without a summary or a date, from a read model of
 * before lists had any, are left out.
 */
export const aboutAll = async (
  deps: Pick<QueryApiDeps, "readModels" | "standing">,
  tenant: string,
  members: readonly { id: string; summary: string | undefined; changedAt: string | undefined }[],
): Promise<ReadonlyMap<string, About>> => {
  const used =
    members.length === 0
      ? undefined
      : await lastUses(
          deps,
          tenant,
          members.map(({ id }) => id),
        );
  return new Map(
    members.flatMap(({ id, summary, changedAt }): [string, About][] => {
      if (summary === undefined || changedAt === undefined) return [];
      const last = used && { last_used_at: used.get(id) ?? null };
      return [[id, { summary: shortened(summary, longestSummary), changed_at: changedAt, ...last }]];
    }),
  );
};
