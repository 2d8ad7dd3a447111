import { useCallback, useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { useServices } from "../services.tsx";

const wasLeft = (state: unknown): boolean =>
  typeof state === "object" && state !== null && "atStore" in state && state.atStore === true;

/**
 * Handles pages that leave for the store and may be returned to: by Back, from the browser's cache, or by a reload.
 * Their automatic action must not run again then, or Back would lead forward again. The mark is in the history entry,
 * so another tab or a new visit starts normally.
 */
export const useStoreVisit = () => {
  const { leaveFor } = useServices();
  const navigate = useNavigate();
  const { state, pathname, search } = useLocation();
  const [isBack, setBack] = useState(() => wasLeft(state));
  useEffect(() => {
    const wake = (event: PageTransitionEvent) => event.persisted && setBack(true);
    window.addEventListener("pageshow", wake);
    return () => window.removeEventListener("pageshow", wake);
  }, []);
  /** Goes to the store. A return shows `path`. */
  const visit = useCallback(
    async (url: string, path = pathname + search) => {
      await navigate(path, { replace: true, state: { atStore: true } });
      leaveFor(url);
    },
    [navigate, leaveFor, pathname, search],
  );
  /** Runs the action as on the first visit. */
  const goOn = useCallback(() => setBack(false), []);
  return { isBack, goOn, visit };
};
