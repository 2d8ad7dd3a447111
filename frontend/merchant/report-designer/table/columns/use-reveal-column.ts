import { useCallback, useEffect, useRef, useState } from "react";
import type { ReportColumn } from "#domain/wire/reports/reports.ts";
import type { DropTarget } from "./drop-target.ts";

/**
 * Scrolls a newly added column into view and highlights it briefly. `revealSoon` names the column; `marked` is the
 * highlighted one; `unmark` ends the highlight.
 */
export const useRevealColumn = (target: DropTarget, columns: readonly ReportColumn[]) => {
  const next = useRef<string | null>(null);
  const [marked, setMarked] = useState<string | null>(null);
  useEffect(() => {
    const at = columns.findIndex(({ Column }) => Column === next.current);
    if (at < 0) return;
    setMarked(next.current);
    next.current = null;
    target.revealColumn(at);
  }, [columns, target]);
  const revealSoon = useCallback((column: string) => {
    next.current = column;
  }, []);
  const unmark = useCallback(() => setMarked(null), []);
  return { revealSoon, marked, unmark };
};
