import { type ComponentType, useCallback, useEffect, useState } from "react";
import { useLocation } from "react-router-dom";

/** The page's help view, and its open state. Closes when the page changes. */
export const useHelp = (helpAt: (pathname: string) => ComponentType | undefined) => {
  const { pathname } = useLocation();
  const View = helpAt(pathname);
  const [open, setOpen] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page, other help
  useEffect(() => setOpen(false), [pathname]);
  const toggle = useCallback(() => setOpen((before) => !before), []);
  const close = useCallback(() => setOpen(false), []);
  return View === undefined ? null : { View, open, toggle, close };
};
