import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { OrderCheck } from "#domain/wire/filters/order-check.ts";
import type { UserOrderFilters } from "#domain/wire/reports/reporting.ts";
import { messageOf } from "../../../shared/api/api-error.ts";
import { useServices } from "../../services.tsx";
import { orderCheckKey } from "../filters/keys.ts";

/** How far a check has come; `known` is null before its first step. */
export type CheckState =
  /** There is nothing to check. */
  | { state: "none" }
  | { state: "checking"; known: OrderCheck | null; stop: () => void }
  /** `why`: what went wrong; null when the merchant stopped it. */
  | { state: "stopped"; known: OrderCheck | null; why: string | null; goOn: () => void }
  /** All orders were looked at, or as many as are. */
  | { state: "over"; known: OrderCheck };

/** How long a check is good for, in ms; afterwards a look at the window makes it anew. */
const goodFor = 60_000;

type Choices = {
  filters: UserOrderFilters;
  /** ISO instant that the choices are of; null for now. */
  at: string | null;
  /** Of the filter, as text to compare: a check of others is no answer. */
  conditions: string;
  /** What the store counted: when it counts anew and finds others, they are checked anew. Null where nobody counts. */
  count: number | null;
};

/**
 * Finds out step by step how many orders the choices leave (ADR 51), until all are looked at, the merchant stops it, the choices change or
 * nobody looks any more. `wanted`: false asks for nothing.
 */
export const useOrderCheck = (choices: Choices, wanted: boolean): CheckState => {
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
    enabled: wanted && !isStopped,
    staleTime: goodFor,
    refetchOnWindowFocus: true,
  });
  const { hasNextPage, isFetching, isError, fetchNextPage } = check;
  const goesOn = wanted && !isStopped && hasNextPage && !isFetching && !isError;
  useEffect(() => {
    if (goesOn) void fetchNextPage();
  }, [goesOn, fetchNextPage]);

  if (!wanted) return { state: "none" };
  const known = check.data?.pages.at(-1) ?? null;
  if (known !== null && known.Continuation === null) return { state: "over", known };
  const goOn = () => {
    setStoppedAt(null);
    if (isError) void (known === null ? check.refetch() : fetchNextPage());
  };
  if (isStopped) return { state: "stopped", known, why: null, goOn };
  if (isError && !isFetching) return { state: "stopped", known, why: messageOf(check.error), goOn };
  const stop = () => {
    setStoppedAt(text);
    void client.cancelQueries({ queryKey, exact: true });
  };
  return { state: "checking", known, stop };
};
