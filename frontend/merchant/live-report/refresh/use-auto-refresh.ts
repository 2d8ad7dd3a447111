import { useCallback, useEffect, useRef, useState } from "react";
import { useIsVisible } from "../use-is-visible.ts";
import { dueIn, keepAutoRefresh, type Moments, readAutoRefresh } from "./auto-refresh.ts";

type Refreshing = {
  /** ISO instant of the shown table; null before the first. */
  gatheredAt: string | null;
  refresh: () => void;
} & Pick<Moments, "answeredAt" | "failedAt">;

/**
 * A report's 'Auto-refresh': every five minutes while the tab is visible, and at once if it becomes visible later
 * (S-2.4).
 */
export const useAutoRefresh = (reportId: string, { gatheredAt, answeredAt, failedAt, refresh }: Refreshing) => {
  const [isOn, setOn] = useState(() => readAutoRefresh(window.localStorage, reportId));
  const isSeen = useIsVisible();
  const latest = useRef(refresh);
  latest.current = refresh;
  useEffect(() => {
    if (!isOn || !isSeen || gatheredAt === null) return;
    const due = dueIn({ gatheredAt: Date.parse(gatheredAt), answeredAt, failedAt }, Date.now());
    const timer = setTimeout(() => latest.current(), due);
    return () => clearTimeout(timer);
  }, [isOn, isSeen, gatheredAt, answeredAt, failedAt]);
  const choose = useCallback(
    (next: boolean) => {
      setOn(next);
      keepAutoRefresh(window.localStorage, reportId, next);
    },
    [reportId],
  );
  return { isOn, choose };
};
