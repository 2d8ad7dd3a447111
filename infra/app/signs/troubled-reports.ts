import { collections, type ShopDocument, type StandingDocument } from "#domain/read-models/documents.ts";
import type { ReadModels } from "../../ports/read-store.ts";

/** Beyond these there is another trouble. */
const most = 1_000;

/** It failed last and runs no more. Read models of version 1 do not know. */
const isOver = ({ standing, endsTo, expired }: StandingDocument): boolean =>
  standing === "failing" && Boolean(expired) && expired === endsTo;

/**
 * The automated reports that fail or are suspended and that somebody waits for: started, not deleted, of a shop that is connected. One that
 * has expired while it failed is over; one that is suspended stays so, as its merchant is told (D-6). The newest trouble first, 1,000 at most.
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
  const reports = found
    .map(({ document }) => document as unknown as StandingDocument)
    .filter((report) => !isOver(report));
  const tenants = [...new Set(reports.map(({ tenant }) => tenant))];
  const shops = await Promise.all(tenants.map((tenant) => readModels.get(collections.shops.name, tenant)));
  const connected = new Set(
    shops.flatMap((shop) => ((shop?.document as ShopDocument | undefined)?.installed ? [shop?.id] : [])),
  );
  return reports.filter(({ tenant }) => connected.has(tenant));
};
