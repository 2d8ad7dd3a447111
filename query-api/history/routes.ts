import { z } from "zod";
import { notFound } from "#application/http/api-error.ts";
import { type Route, route } from "#application/http/route.ts";
import { toReader } from "#domain/core/actor-name.ts";
import { collections, type RecentlyDeletedDocument } from "#domain/read-models/documents.ts";
import { type DeletedItem, DeletedItemData, HistoryPageData } from "#domain/wire/history.ts";
import type { QueryApiDeps } from "../deps.ts";
import { readHistory } from "./read-history.ts";
import { versionRoutes } from "./versions.ts";

const { name: history } = collections.workspaceHistory;
const { name: deleted } = collections.recentlyDeleted;

type Kind = { kind: RecentlyDeletedDocument["kind"]; folder: string; name: string };
const kinds: readonly Kind[] = [
  { kind: "filter", folder: "filters", name: "filter" },
  { kind: "report", folder: "reports", name: "report design" },
  { kind: "automation", folder: "automations", name: "automated report" },
];

/** Longest list: more than anybody looks through. */
const maxListLength = 1_000;

/** Reads deleted items, without restored ones, newest first. */
const readDeleted = async (
  { readModels }: Pick<QueryApiDeps, "readModels">,
  tenant: string,
  { kind }: Kind,
): Promise<DeletedItem[]> => {
  const found = await readModels.find(deleted, {
    where: [
      { field: "tenant", equals: tenant },
      { field: "kind", equals: kind },
    ],
    sort: [{ field: "version", descending: true }],
    limit: maxListLength,
  });
  return found.map(({ document }) => {
    const { objectId, title, instant, version } = document as RecentlyDeletedDocument;
    // The last version with the item is the one before its deletion.
    return { id: objectId, title, DeletedAt: instant, Version: version - 1 };
  });
};

const routesOf = (deps: QueryApiDeps, kind: Kind): Route[] => [
  route({
    method: "GET",
    path: `${kind.folder}/history`,
    summary: `Who changed a ${kind.name} and when, in words, newest first, a page at a time; also of a deleted one`,
    description: "Each entry has the version to pass to history-version and restore. Before is null on the last page.",
    refuses: ["unknown"],
    access: "shop",
    reads: [history],
    query: z.strictObject({
      id: z.string().min(1).max(100),
      before: z
        .string()
        .max(200)
        .optional()
        .describe("The Before of the page that this one follows; without it the newest"),
    }),
    data: HistoryPageData,
    handler: async ({ query: { id, before } }, { caller }) => {
      const { tenant } = caller;
      const page = await readHistory(deps, { tenant, objectKind: kind.kind, objectId: id }, before, toReader(caller));
      if (!page) throw notFound(`This ${kind.name} can't be found. Choose another one.`);
      return page;
    },
  }),
  route({
    method: "GET",
    path: `${kind.folder}/deleted`,
    summary: `The ${kind.name}s that were deleted and may be restored, newest first`,
    description: `Version is the last one before the deletion: pass it to ${kind.folder}/restore. At most 1,000.`,
    access: "shop",
    reads: [deleted],
    data: z.array(DeletedItemData),
    handler: (_input, { caller: { tenant } }) => readDeleted(deps, tenant, kind),
  }),
];

/** History, deleted items and restore previews of filters, designs and automated reports. */
export const historyRoutes = (deps: QueryApiDeps): Route[] => [
  ...kinds.flatMap((kind) => routesOf(deps, kind)),
  ...versionRoutes(deps),
];
