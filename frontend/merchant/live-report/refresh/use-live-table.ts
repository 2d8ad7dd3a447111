import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useRef } from "react";
import type { UserOrderFilters } from "#domain/wire/reports/reporting.ts";
import { ApiError, clientCode } from "../../../shared/api/api-error.ts";
import { useServices } from "../../services.tsx";
import type { LiveAnswer } from "../table/report-view.tsx";
import { isReport } from "../table/show-report.ts";

/** The store takes its time: what is asked for again soon joins what is on its way. */
const gathering = "gathering";
const askAgainAfter = 2_000;

const isGathering = (error: unknown): error is ApiError => error instanceof ApiError && error.code === gathering;

type Asked = {
  reportId: string;
  filters: UserOrderFilters;
  /** What of the chosen filter its orders depend on. */
  conditions: string;
  orderIds: readonly string[];
  /** The server knows these choices. */
  isReady: boolean;
};

/**
 * The table of a live report. Another choice is another table; until that is there the one before stays in sight. When a table cannot be read again,
 * the one that is shown stays.
 */
export const useLiveTable = ({ reportId, filters, conditions, orderIds, isReady }: Asked) => {
  const { api } = useServices();
  /** 'Refresh now' was pressed: the next question goes to the store itself. */
  const isAskedFor = useRef(false);
  const choices = JSON.stringify([reportId, filters, conditions, orderIds]);
  const found = useQuery({
    queryKey: ["live-table", choices],
    queryFn: async ({ signal }): Promise<LiveAnswer> => {
      const asked = isAskedFor.current;
      isAskedFor.current = false;
      const html = await api.liveTable(reportId, { orderIds, isAskedFor: asked }, signal);
      if (!isReport(html))
        throw new ApiError({ code: clientCode.fetchCatch, message: "The server's answer was no report. Try again." });
      return { html, choices, cameAt: performance.now() };
    },
    enabled: isReady,
    placeholderData: keepPreviousData,
    structuralSharing: false,
    staleTime: 0,
    gcTime: 0,
  });
  const { refetch, error, isFetching } = found;
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
    /** Null where there is none of these choices, and none before. */
    answer: found.data ?? null,
    /** It is of choices that were made before. */
    isOld: found.isPlaceholderData,
    isFetching: isFetching || !isReady || isGathering(error),
    /** Why the newest question has no table; null while there is none to be told of. */
    failure: found.isError ? error : null,
    isGathering: isGathering(error),
    /** When an answer last came, and when one last failed to, in milliseconds since 1970. */
    answeredAt: found.dataUpdatedAt,
    failedAt: found.errorUpdatedAt,
    readAgain,
    refreshNow,
  };
};

export type LiveTable = ReturnType<typeof useLiveTable>;
