import { type RefObject, useCallback, useEffect, useRef } from "react";

type Part = "menu" | "up" | "down" | "handle";
type Wanted = {
  /** Row id; null for the list's heading. */
  id: string | null;
  part: Part;
};

/** True if nothing has the focus, or something in a row about to disappear. */
const isLost = (section: HTMLElement, id: string): boolean => {
  const { activeElement } = document;
  if (activeElement === null || activeElement === document.body) return true;
  return section.querySelector(`[data-row="${CSS.escape(id)}"]`)?.contains(activeElement) ?? false;
};

/**
 * Focuses a part of a row once it is rendered, so the focus follows a row that moves or appears. `onlyIfLost`: id of a
 * disappearing row; a focus outside this row stays.
 */
export const useFocusPart = (section: RefObject<HTMLElement | null>) => {
  const pendingFocus = useRef<Wanted | null>(null);
  useEffect(() => {
    if (pendingFocus.current === null || section.current === null) return;
    const { id, part } = pendingFocus.current;
    const selector = id === null ? '[data-part="heading"]' : `[data-row="${CSS.escape(id)}"] [data-part="${part}"]`;
    const element = section.current.querySelector<HTMLElement>(selector);
    if (element === null) return;
    pendingFocus.current = null;
    element.focus();
  });
  return useCallback(
    (id: string | null, part: Part, { onlyIfLost }: { onlyIfLost?: string } = {}) => {
      if (onlyIfLost !== undefined && section.current !== null && !isLost(section.current, onlyIfLost)) return;
      pendingFocus.current = { id, part };
    },
    [section],
  );
};
