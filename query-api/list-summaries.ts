import { collections, type UseDocument } from "#domain/read-models/documents.ts";
import { shortenText } from "#domain/text/shorten-text.ts";
import type { About } from "#domain/wire/about.ts";
import type { QueryApiDeps } from "./deps.ts";

const { name: uses } = collections.uses;

/** Longest summary, characters. A filter's sentence may have thousands. */
const maxSummaryLength = 300;

/** Last use of items by id, ISO UTC. Undefined while that read model is being built; lists do without it. */
const readLastUses = async (
  { readModels, readModelStatus }: Pick<QueryApiDeps, "readModels" | "readModelStatus">,
  tenant: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string> | undefined> => {
  if ((await readModelStatus([uses], tenant)) === "none") return undefined;
  const found = await readModels.find(uses, { where: [{ field: "objectId", in: ids }], limit: ids.length });
  const documents = found.map(({ document }) => document as UseDocument);
  return new Map(documents.filter((use) => use.tenant === tenant).map(({ objectId, usedAt }) => [objectId, usedAt]));
};

/** Summaries and dates of list members, by id. Members of an older read model version lack them, and are left out. */
export const readSummaries = async (
  deps: Pick<QueryApiDeps, "readModels" | "readModelStatus">,
  tenant: string,
  members: readonly { id: string; summary: string | undefined; changedAt: string | undefined }[],
): Promise<ReadonlyMap<string, About>> => {
  const used =
    members.length === 0
      ? undefined
      : await readLastUses(
          deps,
          tenant,
          members.map(({ id }) => id),
        );
  return new Map(
    members.flatMap(({ id, summary, changedAt }): [string, About][] => {
      if (summary === undefined || changedAt === undefined) return [];
      const last = used && { last_used_at: used.get(id) ?? null };
      return [[id, { summary: shortenText(summary, maxSummaryLength), changed_at: changedAt, ...last }]];
    }),
  );
};
