import { z } from "zod";
import { LiveFilters, type LivePage } from "#domain/wire/live.ts";
import { StateConflict, type StateStore } from "#infra/ports/stores/state-store.ts";
import { notFound } from "../http/api-error.ts";
import { defaultFilters, type PageOwner, storageOfOwner } from "../pages/page-state.ts";

export const toLivePagesKey = (tenant: string) => `live-pages:${tenant}`;

/** `ReportId`: last viewed design. `Filters`: by design id. */
const LivePages = z.object({ ReportId: z.string().nullable(), Filters: z.record(z.string(), LiveFilters) });
type LivePages = z.infer<typeof LivePages>;

/** `version`: of the owner's entry; 0 if absent. */
const read = async (state: StateStore, owner: PageOwner): Promise<{ pages: LivePages; version: number }> => {
  const shopKey = toLivePagesKey(owner.tenant);
  const own = await state.get(storageOfOwner(shopKey, owner).key);
  const kept = LivePages.safeParse((own ?? (await state.get(shopKey)))?.value);
  return { pages: kept.success ? kept.data : { ReportId: null, Filters: {} }, version: own?.version ?? 0 };
};

const designNotFound = () => notFound("This report design can't be found. Choose another one.");

/**
 * The given design, else the last viewed, else the first. `designs`: existing ids in order.
 * @throws {ApiError} 404: no such design
 */
export const readLivePage = async (
  state: StateStore,
  { owner, designs }: { owner: PageOwner; designs: readonly string[] },
  reportId: string | undefined,
): Promise<LivePage> => {
  if (reportId !== undefined && !designs.includes(reportId)) throw designNotFound();
  const { pages } = await read(state, owner);
  const last = pages.ReportId !== null && designs.includes(pages.ReportId) ? pages.ReportId : undefined;
  const ReportId = reportId ?? last ?? designs[0] ?? null;
  return { ReportId, UserOrderFilters: (ReportId === null ? undefined : pages.Filters[ReportId]) ?? defaultFilters };
};

/**
 * Marks the design as last viewed; the newest save wins. Drops entries of deleted designs, to bound the state.
 * @throws {ApiError} 404: no such design
 */
export const writeLivePage = async (
  state: StateStore,
  { owner, designs }: { owner: PageOwner; designs: readonly string[] },
  reportId: string,
  filters: LiveFilters,
): Promise<LivePage> => {
  if (!designs.includes(reportId)) throw designNotFound();
  const { key, options } = storageOfOwner(toLivePagesKey(owner.tenant), owner);
  for (;;) {
    const { pages, version } = await read(state, owner);
    const kept = Object.entries(pages.Filters).filter(([id]) => designs.includes(id));
    const next: LivePages = { ReportId: reportId, Filters: { ...Object.fromEntries(kept), [reportId]: filters } };
    try {
      await state.put(key, next, { ifVersion: version, ...options });
      return { ReportId: reportId, UserOrderFilters: filters };
    } catch (error) {
      // Another tab's changes to other designs stay.
      if (!(error instanceof StateConflict)) throw error;
    }
  }
};
