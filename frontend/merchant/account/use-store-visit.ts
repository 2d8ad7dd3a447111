import { useCallback, useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { useServices } from "../services.tsx";

const wasLeft = (state: unknown): boolean =>
  typeof state === "object" && state !== null && "atStore" in state && state.atStore === true;

/**
 * For pages that act by themselves and leave for the store. After a return by Back, from the browser's cache, or by a
 * reload, they must not act again, or Back would lead forward. The history entry says that a page was left, so another
 * tab or a new visit starts normally.
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
  /** Goes to the store at `url`. A return shows `path`. */
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
