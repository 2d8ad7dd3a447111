import { useMemo } from "react";
import type { LivePage } from "#domain/wire/live.ts";
import { livePageKey } from "../resources/live/keys.ts";
import { useServices } from "../services.tsx";
import { hasOrderFilters } from "../which-orders/page-state/page-state-draft.ts";
import { type PageState, type StoredPageState, usePageState } from "../which-orders/page-state/use-page-state.ts";

const isLivePage = (value: unknown): value is LivePage => hasOrderFilters(value) && "ReportId" in value;

/** Saves the choices of a design's live report on every change (S-2.4). `read`: the server's choices. */
export const useLiveState = (read: LivePage, reportId: string): PageState<LivePage> => {
  const { api } = useServices();
  const kept = useMemo<StoredPageState<LivePage>>(
    () => ({
      queryKey: livePageKey(reportId),
      draft: `live-page:${reportId}`,
      isState: isLivePage,
      save: ({ UserOrderFilters }) => api.setLivePage(reportId, UserOrderFilters),
    }),
    [api, reportId],
  );
  return usePageState(read, kept);
};
