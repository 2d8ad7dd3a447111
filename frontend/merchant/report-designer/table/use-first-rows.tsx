import { useEffect, useMemo, useRef, useState } from "react";
import type { TableSheet } from "./preview-values.ts";

/** Initially rendered rows, and how many more each time their end becomes visible. */
const step = 40;

const firstOf = (sheets: readonly TableSheet[], maxRows: number): TableSheet[] => {
  let remaining = maxRows;
  const first: TableSheet[] = [];
  for (const sheet of sheets) {
    if (remaining <= 0) break;
    first.push(sheet.rows.length <= remaining ? sheet : { ...sheet, rows: sheet.rows.slice(0, remaining) });
    remaining -= sheet.rows.length;
  }
  return first;
};

/** The rows scrolled to so far, as a preview may have a thousand. `end` must be rendered after them. */
export const useFirstRows = (sheets: readonly TableSheet[]) => {
  const [maxRows, setMaxRows] = useState(step);
  const mark = useRef<HTMLDivElement>(null);
  const all = sheets.reduce((sum, { rows }) => sum + rows.length, 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: with more rows the mark stands elsewhere, perhaps still in sight
  useEffect(() => {
    if (mark.current === null) return;
    const watch = new IntersectionObserver(
      (seen) => seen.some(({ isIntersecting }) => isIntersecting) && setMaxRows((before) => before + step),
      { rootMargin: "600px" },
    );
    watch.observe(mark.current);
    return () => watch.disconnect();
  }, [maxRows, all]);
  const first = useMemo(() => firstOf(sheets, maxRows), [sheets, maxRows]);
  return { sheets: first, end: maxRows < all && <div ref={mark} style={{ height: 1 }} /> };
};
