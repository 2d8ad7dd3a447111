import { useCallback, useEffect, useRef } from "react";
import type { ReportColumn } from "#domain/wire/reports/reports.ts";
import type { DropTarget } from "./drop-target.ts";

/**
 * Brings the focus to the header of a column once the columns have changed: a header that is moved loses it, one that is hidden takes it
 * away. Answers what names the column that is to have it, and one that focuses at once.
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: other columns are what it waits for
  useEffect(() => {
    if (next.current !== null) focusColumn(next.current);
    next.current = null;
  }, [columns, focusColumn]);
  const focusSoon = useCallback((column: string) => {
    next.current = column;
  }, []);
  return { focusColumn, focusSoon };
};
