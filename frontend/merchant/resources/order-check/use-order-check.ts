import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { OrderCheck } from "#domain/wire/filters/order-check.ts";
import type { UserOrderFilters } from "#domain/wire/reports/reporting.ts";
import { getErrorMessage } from "../../../shared/api/api-error.ts";
import { useServices } from "../../services.tsx";
import { orderCheckKey } from "../filters/keys.ts";

/** A check's progress; `known` is null before its first step. */
export type CheckState =
  | { state: "none" }
  | { state: "checking"; known: OrderCheck | null; stop: () => void }
  /** `why`: the error; null if the merchant stopped it. */
  | { state: "stopped"; known: OrderCheck | null; why: string | null; goOn: () => void }
  /** All orders were checked, or the maximum. */
  | { state: "over"; known: OrderCheck };

/** Time after which returning to the window repeats a check, ms. */
const goodFor = 60_000;

type Choices = {
  filters: UserOrderFilters;
  /** ISO instant for the choices; null for now. */
  at: string | null;
  /** The filter's conditions as comparable text: a check of other conditions doesn't count. */
  conditions: string;
  /** The store's count; another count starts another check. Null if nothing is counted. */
  count: number | null;
};

/**
 * Counts step by step how many orders the choices leave (ADR 51). Ends when all are checked, the merchant stops it, the
 * choices change, or the page is hidden. `isEnabled`: false does nothing.
 */
export const useOrderCheck = (choices: Choices, isEnabled: boolean): CheckState => {
  const { api } = useServices();
  const client = useQueryClient();
  const queryKey = orderCheckKey(choices);
  const text = JSON.stringify(queryKey);
  const [stoppedAt, setStoppedAt] = useState<string | null>(null);
  const isStopped = stoppedAt === text;
  const { filters, at } = choices;
  const check = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      api.checkOrders({ UserOrderFilters: filters, At: at, Continuation: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ Continuation }) => Continuation,
    enabled: isEnabled && !isStopped,
    staleTime: goodFor,
    refetchOnWindowFocus: true,
  });
  const { hasNextPage, isFetching, isError, fetchNextPage } = check;
  const goesOn = isEnabled && !isStopped && hasNextPage && !isFetching && !isError;
  useEffect(() => {
    if (goesOn) void fetchNextPage();
  }, [goesOn, fetchNextPage]);

  if (!isEnabled) return { state: "none" };
  const lastPage = check.data?.pages.at(-1) ?? null;
  if (lastPage !== null && lastPage.Continuation === null) return { state: "over", known: lastPage };
  const goOn = () => {
    setStoppedAt(null);
    if (isError) void (lastPage === null ? check.refetch() : fetchNextPage());
  };
  if (isStopped) return { state: "stopped", known: lastPage, why: null, goOn };
  if (isError && !isFetching) return { state: "stopped", known: lastPage, why: getErrorMessage(check.error), goOn };
  const stop = () => {
    setStoppedAt(text);
    void client.cancelQueries({ queryKey, exact: true });
  };
  return { state: "checking", known: lastPage, stop };
};
