import { useCallback, useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { useServices } from "../services.tsx";

const wasLeft = (state: unknown): boolean =>
  typeof state === "object" && state !== null && "atStore" in state && state.atStore === true;

/**
 * A page that is left for the store, and may be come back to: by the browser's Back button, from the browser's memory or loaded anew, or
 * by loading it again. What it did on its own must not run a second time then, or Back would lead forward again. The mark is in the
 * history's entry, so that another tab, or the same address opened anew, begins from the start.
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
  /** Goes to the store. Whoever comes back finds the page at `path`, this one unless another is named. */
  const visit = useCallback(
    async (url: string, path = pathname + search) => {
      await navigate(path, { replace: true, state: { atStore: true } });
      leaveFor(url);
    },
    [navigate, leaveFor, pathname, search],
  );
  /** The user goes on from here: what runs now runs as it does the first time. */
  const goOn = useCallback(() => setBack(false), []);
  return { isBack, goOn, visit };
};
