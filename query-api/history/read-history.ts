import { setImmediate as breathe } from "node:timers/promises";
import { collections, type WorkspaceHistoryDocument } from "#domain/read-models/documents.ts";
import type { QueryApiDeps } from "../deps.ts";

const { name } = collections.workspaceHistory;

/** The newest changes of one thing: more than anybody reads. */
export const longestHistory = 1_000;

/**
 * Characters of changes that are read for one history. A change of a filter may hold hundreds of kilobytes, and a thousand of those
 * would keep everybody else waiting for seconds: then the oldest are left out.
 */
const heaviestHistory = 6_000_000;

const pageSize = 10;

/** The newest changes of one thing of a shop, a few at a time, so that others get their turn. Empty of a thing of another shop. */
export const readHistory = async (
  { readStore }: Pick<QueryApiDeps, "readStore">,
  tenant: string,
  objectId: string,
): Promise<WorkspaceHistoryDocument[]> => {
  const entries: WorkspaceHistoryDocument[] = [];
  let characters = 0;
  let below: number | undefined;
  while (entries.length < longestHistory && characters < heaviestHistory) {
    // Without the tenant, which is compared here: to find it in documents that no index chose, each would have to be read.
    const page = await readStore.find(name, {
      where: [{ field: "objectId", equals: objectId }, ...(below === undefined ? [] : [{ field: "version", below }])],
      sort: [{ field: "version", descending: true }],
      limit: pageSize,
    });
    for (const { document } of page) {
      const entry = document as unknown as WorkspaceHistoryDocument;
      below = entry.version;
      if (entry.tenant !== tenant) return [];
      entries.push(entry);
      characters += JSON.stringify(entry.event).length;
    }
    if (page.length < pageSize) break;
    await breathe();
  }
  return entries;
};
