import { type ReactNode, useEffect, useRef } from "react";
import { Navigate, useLocation } from "react-router-dom";
import { redirectFor } from "../shared/navigation/rules.ts";
import { isKeepingFocus, parseAnchor, scrollAfterNavigation } from "../shared/navigation/scrolling.ts";
import { getEntryPath } from "../shared/session/ended-impersonation.ts";
import { useSession } from "./services.tsx";

/** Applies the navigation rules before a page is shown, then scrolls smoothly to the hash or the top. */
export const NavigationGuard = ({ children }: { children: ReactNode }) => {
  const location = useLocation();
  const session = useSession();
  const user = session === null ? null : { acceptedTerms: session.account.accept_terms_etc !== null };
  const target = redirectFor(location, user, getEntryPath(window.sessionStorage));
  useScrolling();
  return target === null ? children : <Navigate to={target} replace />;
};

const useScrolling = () => {
  const { pathname, hash, key, state } = useLocation();
  const before = useRef(pathname);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation has a key of its own, also one to the same page
  useEffect(() => {
    scrollAfterNavigation(hash, window);
    // Screen readers too start a new page at its beginning, or at the addressed section.
    if (before.current !== pathname && !isKeepingFocus(state)) {
      document.getElementById("main")?.focus({ preventScroll: true });
      if (hash !== "") document.getElementById(parseAnchor(hash))?.focus({ preventScroll: true });
    }
    before.current = pathname;
  }, [pathname, hash, key]);
};
