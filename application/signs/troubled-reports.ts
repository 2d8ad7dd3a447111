import { collections, type ShopDocument, type StandingDocument } from "#domain/read-models/documents.ts";
import type { ReadModels } from "#infra/ports/stores/read-store.ts";

/** More of them point to another problem. */
const most = 1_000;

/** It failed last and runs no more. Read models of version 1 lack this. */
const isOver = ({ standing, endsTo, expired }: StandingDocument): boolean =>
  standing === "failing" && Boolean(expired) && expired === endsTo;

type Needs = Pick<ReadModels, "get" | "find">;

const troubledFrom = async (readModels: Needs, offset: number): Promise<StandingDocument[]> => {
  const found = await readModels.find(collections.standings.name, {
    where: [
      { field: "troubled", equals: true },
      { field: "enabled", equals: true },
      { field: "deleted", equals: false },
    ],
    sort: [{ field: "since", descending: true }],
    offset,
    limit: most,
  });
  return found.map(({ document }) => document as unknown as StandingDocument);
};

/**
 * Automated reports that fail or are suspended and still matter: started, not deleted, of a connected shop. Leaves out
 * failing ones that have expired. Keeps suspended ones, as their merchant is told (D-6). Newest first, at most 1,000.
 * Reports of departed shops stay troubled for good, so they don't count towards the limit.
 */
export const troubledReports = async (readModels: Needs): Promise<StandingDocument[]> => {
  const connected = new Map<string, boolean>();
  const isConnected = async (tenant: string): Promise<boolean> => {
    const shop = await readModels.get(collections.shops.name, tenant);
    return (shop?.document as ShopDocument | undefined)?.installed === true;
  };
  const troubled: StandingDocument[] = [];
  for (let offset = 0; troubled.length < most; offset += most) {
    const page = await troubledFrom(readModels, offset);
    const reports = page.filter((report) => !isOver(report));
    const unknown = new Set(reports.flatMap(({ tenant }) => (connected.has(tenant) ? [] : [tenant])));
    await Promise.all([...unknown].map(async (tenant) => connected.set(tenant, await isConnected(tenant))));
    troubled.push(...reports.filter(({ tenant }) => connected.get(tenant)));
    if (page.length < most) break;
  }
  return troubled.slice(0, most);
};
