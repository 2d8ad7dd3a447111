import { useCallback, useEffect, useRef } from "react";
import type { ReportColumn } from "#domain/wire/reports/reports.ts";
import type { DropTarget } from "./drop-target.ts";

/**
 * Focuses a column's header after the columns changed, because moving or hiding a header loses the focus.
 * `focusColumn` focuses at once, `focusSoon` after the next change.
 */
export const useFocusColumn = (target: DropTarget, columns: readonly ReportColumn[]) => {
  const next = useRef<string | null>(null);
  const focusColumn = useCallback(
    (column: string) => {
      const heads = [...(target.scroller()?.querySelectorAll<HTMLElement>("thead th") ?? [])];
      const at = heads.findIndex(({ dataset }) => dataset.column === column);
      heads[at]?.querySelector<HTMLElement>("[data-part=title]")?.focus({ preventScroll: true });
      if (at >= 0) target.revealColumn(at);
    },
    [target],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: must run when the columns change
  useEffect(() => {
    if (next.current !== null) focusColumn(next.current);
    next.current = null;
  }, [columns, focusColumn]);
  const focusSoon = useCallback((column: string) => {
    next.current = column;
  }, []);
  return { focusColumn, focusSoon };
};
