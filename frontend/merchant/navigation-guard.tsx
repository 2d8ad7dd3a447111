import { type ReactNode, useEffect, useRef } from "react";
import { Navigate, useLocation } from "react-router-dom";
import { redirectFor } from "../shared/navigation/rules.ts";
import { useSession } from "./services.tsx";

/** Applies the navigation rules before a page is shown, and scrolls smoothly to the hash or the top after. */
export const NavigationGuard = ({ children }: { children: ReactNode }) => {
  const location = useLocation();
  const session = useSession();
  const user = session === null ? null : { acceptedTerms: session.account.accept_terms_etc !== null };
  const target = redirectFor(location, user);
  useScrolling();
  return target === null ? children : <Navigate to={target} replace />;
};

const useScrolling = () => {
  const { pathname, hash } = useLocation();
  const before = useRef(pathname);
  useEffect(() => {
    const behavior = window.matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth";
    const anchor = hash === "" ? null : document.getElementById(anchorOf(hash));
    if (anchor !== null) anchor.scrollIntoView({ behavior });
    else window.scrollTo({ top: 0, behavior });
    // A new page is read from its beginning by a screen reader too.
    if (before.current !== pathname) document.getElementById("main")?.focus({ preventScroll: true });
    before.current = pathname;
  }, [pathname, hash]);
};

const anchorOf = (hash: string): string => {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    // A stray percent sign in a typed address; then there is no such anchor.
    return hash.slice(1);
  }
};
