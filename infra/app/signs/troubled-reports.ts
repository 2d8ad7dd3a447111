import { collections, type ShopDocument, type StandingDocument } from "#domain/read-models/documents.ts";
import type { ReadModels } from "../../ports/read-store.ts";

/** Beyond these there is another trouble. */
const most = 1_000;

/**
 * The automated reports that fail or are suspended and that somebody waits for: started, not deleted, of a shop that is connected. The newest
 * trouble first, 1,000 at most.
 */
export const troubledReports = async (readModels: Pick<ReadModels, "get" | "find">): Promise<StandingDocument[]> => {
  const found = await readModels.find(collections.standings.name, {
    where: [
      { field: "troubled", equals: true },
      { field: "enabled", equals: true },
      { field: "deleted", equals: false },
    ],
    sort: [{ field: "since", descending: true }],
    limit: most,
  });
  const reports = found.map(({ document }) => document as unknown as StandingDocument);
  const tenants = [...new Set(reports.map(({ tenant }) => tenant))];
  const shops = await Promise.all(tenants.map((tenant) => readModels.get(collections.shops.name, tenant)));
  const connected = new Set(
    shops.flatMap((shop) => ((shop?.document as ShopDocument | undefined)?.installed ? [shop?.id] : [])),
  );
  return reports.filter(({ tenant }) => connected.has(tenant));
};
