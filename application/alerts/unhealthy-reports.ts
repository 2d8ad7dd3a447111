import { type AutomationHealthDocument, collections, type ShopDocument } from "#domain/read-models/documents.ts";
import type { ReadModels } from "#infra/ports/stores/read-store.ts";

/** Read limit. Beyond it, the exact count doesn't matter. */
const maxReports = 1_000;

/**
 * True if its last run failed and its schedule has ended. Documents from version 1 of the read model lack `expired`.
 */
const isOver = ({ standing, endsTo, expired }: AutomationHealthDocument): boolean =>
  standing === "failing" && Boolean(expired) && expired === endsTo;

type Needs = Pick<ReadModels, "get" | "find">;

const readUnhealthyPage = async (readModels: Needs, offset: number): Promise<AutomationHealthDocument[]> => {
  const found = await readModels.find(collections.standings.name, {
    where: [
      { field: "troubled", equals: true },
      { field: "enabled", equals: true },
      { field: "deleted", equals: false },
    ],
    sort: [{ field: "since", descending: true }],
    offset,
    limit: maxReports,
  });
  return found.map(({ document }) => document as unknown as AutomationHealthDocument);
};

/**
 * Started automated reports of connected shops that fail or are suspended. Leaves out expired ones, except suspended
 * ones, whose merchants are told (D-6). Newest first, at most 1,000.
 */
export const readUnhealthyReports = async (readModels: Needs): Promise<AutomationHealthDocument[]> => {
  const connected = new Map<string, boolean>();
  const isConnected = async (tenant: string): Promise<boolean> => {
    const shop = await readModels.get(collections.shops.name, tenant);
    return (shop?.document as ShopDocument | undefined)?.installed === true;
  };
  const troubled: AutomationHealthDocument[] = [];
  for (let offset = 0; troubled.length < maxReports; offset += maxReports) {
    const page = await readUnhealthyPage(readModels, offset);
    const reports = page.filter((report) => !isOver(report));
    const unknown = new Set(reports.flatMap(({ tenant }) => (connected.has(tenant) ? [] : [tenant])));
    await Promise.all([...unknown].map(async (tenant) => connected.set(tenant, await isConnected(tenant))));
    troubled.push(...reports.filter(({ tenant }) => connected.get(tenant)));
    if (page.length < maxReports) break;
  }
  return troubled.slice(0, maxReports);
};
