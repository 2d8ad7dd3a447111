import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useRef } from "react";
import type { UserOrderFilters } from "#domain/wire/reports/reporting.ts";
import { ApiError, clientCode } from "../../../shared/api/api-error.ts";
import { useServices } from "../../services.tsx";
import type { LiveAnswer } from "../table/report-view.tsx";
import { isReport } from "../table/show-report.ts";

/** Error code of a slow store: a repeat within a short time joins the pending read. */
const gathering = "gathering";
const askAgainAfter = 2_000;

const isGathering = (error: unknown): error is ApiError => error instanceof ApiError && error.code === gathering;

type Asked = {
  reportId: string;
  filters: UserOrderFilters;
  /** The filter's conditions that decide the orders. */
  conditions: string;
  orderIds: readonly string[];
  /** The server has saved these choices. */
  isReady: boolean;
};

/**
 * The table of a live report. The old table stays visible until one for new choices arrives, and after a failed
 * refresh.
 */
export const useLiveTable = ({ reportId, filters, conditions, orderIds, isReady }: Asked) => {
  const { api } = useServices();
  /** 'Refresh now' was pressed: the next request reads the store itself. */
  const isAskedFor = useRef(false);
  const choices = JSON.stringify([reportId, filters, conditions, orderIds]);
  const tableQuery = useQuery({
    queryKey: ["live-table", choices],
    queryFn: async ({ signal }): Promise<LiveAnswer> => {
      const asked = isAskedFor.current;
      isAskedFor.current = false;
      const html = await api.liveTable(reportId, { orderIds, isAskedFor: asked }, signal);
      if (!isReport(html))
        throw new ApiError({ code: clientCode.fetchCatch, message: "The server's answer wasn't a report. Try again." });
      return { html, choices, cameAt: performance.now() };
    },
    enabled: isReady,
    placeholderData: keepPreviousData,
    structuralSharing: false,
    staleTime: 0,
    gcTime: 0,
  });
  const { refetch, error, isFetching } = tableQuery;
  useEffect(() => {
    if (isFetching || !isGathering(error)) return;
    const timer = setTimeout(() => void refetch(), askAgainAfter);
    return () => clearTimeout(timer);
  }, [isFetching, error, refetch]);
  const readAgain = useCallback(() => {
    if (isReady) void refetch({ cancelRefetch: false });
  }, [isReady, refetch]);
  const refreshNow = useCallback(() => {
    if (!isReady) return;
    isAskedFor.current = true;
    void refetch();
  }, [isReady, refetch]);
  return {
    /** The newest table; null if none. */
    answer: tableQuery.data ?? null,
    /** The table belongs to earlier choices. */
    isOld: tableQuery.isPlaceholderData,
    isFetching: isFetching || !isReady || isGathering(error),
    /** The newest request's error; null if none to show. */
    failure: tableQuery.isError ? error : null,
    isGathering: isGathering(error),
    /** Times of the last response and failure, ms since 1970. */
    answeredAt: tableQuery.dataUpdatedAt,
    failedAt: tableQuery.errorUpdatedAt,
    readAgain,
    refreshNow,
  };
};

export type LiveTable = ReturnType<typeof useLiveTable>;
