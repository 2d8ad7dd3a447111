import { useCallback, useEffect, useRef, useState } from "react";
import { ApiError, isSkipped } from "../../../shared/api/api-error.ts";
import { useServices } from "../../services.tsx";
import { useIsVisible } from "../use-is-visible.ts";
import { followOrders } from "./follow-orders.ts";
import { type NewOrders, noNewOrders, withArrivals, withoutShown } from "./new-orders.ts";

const schedule = (run: () => void, milliseconds: number): (() => void) => {
  const timer = setTimeout(run, milliseconds);
  return () => clearTimeout(timer);
};

const wait = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((done) => {
    const cancel = schedule(done, milliseconds);
    signal.addEventListener("abort", cancel, { once: true });
    signal.addEventListener("abort", () => done(), { once: true });
  });

/** True if the user is signed out or lacks access: the next call shows the reason and the way out. */
const isFinal = (error: unknown): boolean => isSkipped(error) || (error instanceof ApiError && error.status === 403);

/**
 * Follows announced orders that a report's table doesn't show. Connects only while the page is visible, as browsers
 * limit connections per host. `isFollowing`: false for chosen orders, as no others can arrive.
 */
export const useNewOrders = (
  reportId: string,
  isFollowing: boolean,
): {
  news: NewOrders;
  /** Call when a table has shown these orders. */
  shown: (gatheredAt: string, orders: ReadonlySet<string>) => void;
} => {
  const { api } = useServices();
  const isSeen = useIsVisible();
  const [news, setNews] = useState(noNewOrders);
  const place = useRef<{ after: string | null }>({ after: null });
  useEffect(() => {
    if (!isSeen || !isFollowing) return;
    const stop = new AbortController();
    const onOrders = (arrivals: Parameters<typeof withArrivals>[1]) =>
      setNews((known) => withArrivals(known, arrivals));
    const open = (after: string | null, signal: AbortSignal) => api.liveEvents({ reportId, after }, signal);
    void followOrders({ place: place.current, open, onOrders, isFinal, wait, schedule }, stop.signal);
    return () => stop.abort();
  }, [api, reportId, isSeen, isFollowing]);
  const shown = useCallback(
    (gatheredAt: string, orders: ReadonlySet<string>) => setNews((known) => withoutShown(known, gatheredAt, orders)),
    [],
  );
  return { news: isFollowing ? news : noNewOrders, shown };
};
