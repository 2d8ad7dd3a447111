import { z } from "zod";
import { collections, type WorkspaceHistoryDocument } from "#domain/read-models/documents.ts";
import { type DeletedItem, DeletedItemData, HistoryItemData } from "#domain/wire/history.ts";
import { historyOf } from "#domain/workspace/history.ts";
import { unknown } from "#infra/app/http/api-error.ts";
import { type Route, route } from "#infra/app/http/route.ts";
import type { QueryApiDeps } from "../deps.ts";
import { longestHistory, readHistory } from "./read-history.ts";
import { versionRoutes } from "./versions.ts";

const history = collections.workspaceHistory.name;

type Kind = { kind: "filter" | "report"; folder: "filters" | "reports"; name: string; current: string };
const kinds: readonly Kind[] = [
  { kind: "filter", folder: "filters", name: "filter", current: collections.filters.name },
  { kind: "report", folder: "reports", name: "report design", current: collections.reportDesigns.name },
];

/** The deletions of things that are not there now, newest first; of what was deleted twice the last one. */
const deletedOf = async (
  { readStore }: Pick<QueryApiDeps, "readStore">,
  tenant: string,
  { kind, current }: Kind,
): Promise<DeletedItem[]> => {
  const found = await readStore.find(history, {
    where: [
      { field: "tenant", equals: tenant },
      { field: "deleted", equals: kind },
    ],
    sort: [{ field: "version", descending: true }],
    limit: longestHistory,
  });
  const present = await readStore.find(current, { where: [{ field: "tenant", equals: tenant }] });
  const seen = new Set(present.map(({ id }) => id));
  return found.flatMap(({ document }) => {
    const { objectId, version, instant, event } = document as unknown as WorkspaceHistoryDocument;
    if (seen.has(objectId) || !("title" in event.data)) return [];
    seen.add(objectId);
    // The version before the deletion is the last one that had it.
    return [{ id: objectId, title: event.data.title, DeletedAt: instant, Version: version - 1 }];
  });
};

const routesOf = (deps: QueryApiDeps, what: Kind): Route[] => [
  route({
    method: "GET",
    path: `${what.folder}/history`,
    summary: `Who changed a ${what.name} and when, in words, newest first; also of a deleted one`,
    access: "shop",
    reads: [history],
    query: z.strictObject({ id: z.string().min(1).max(100) }),
    data: z.array(HistoryItemData),
    handler: async ({ query: { id } }, { caller: { tenant } }) => {
      const found = await readHistory(deps, tenant, id);
      const entries = found.filter(({ objectKind }) => objectKind === what.kind);
      if (entries.length === 0) throw unknown(`There is no such ${what.name}. Choose another one.`);
      return historyOf(entries);
    },
  }),
  route({
    method: "GET",
    path: `${what.folder}/deleted`,
    summary: `The ${what.name}s that were deleted and may be restored, newest first`,
    access: "shop",
    reads: [history, what.current],
    data: z.array(DeletedItemData),
    handler: (_input, { caller: { tenant } }) => deletedOf(deps, tenant, what),
  }),
];

/** The history of filters and designs, what was deleted of them, and what restoring would bring. */
export const historyRoutes = (deps: QueryApiDeps): Route[] => [
  ...kinds.flatMap((kind) => routesOf(deps, kind)),
  ...versionRoutes(deps),
];
