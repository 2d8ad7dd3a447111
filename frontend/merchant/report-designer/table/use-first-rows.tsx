import { useEffect, useMemo, useRef, useState } from "react";
import type { TableSheet } from "./preview-values.ts";

/** Initially rendered rows, and how many more each time their end becomes visible. */
const step = 40;

const firstOf = (sheets: readonly TableSheet[], most: number): TableSheet[] => {
  let left = most;
  const first: TableSheet[] = [];
  for (const sheet of sheets) {
    if (left <= 0) break;
    first.push(sheet.rows.length <= left ? sheet : { ...sheet, rows: sheet.rows.slice(0, left) });
    left -= sheet.rows.length;
  }
  return first;
};

/** The rows scrolled to so far, as a preview may have a thousand. `end` must be rendered after them. */
export const useFirstRows = (sheets: readonly TableSheet[]) => {
  const [most, setMost] = useState(step);
  const mark = useRef<HTMLDivElement>(null);
  const all = sheets.reduce((sum, { rows }) => sum + rows.length, 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: with more rows the mark stands elsewhere, perhaps still in sight
  useEffect(() => {
    if (mark.current === null) return;
    const watch = new IntersectionObserver(
      (seen) => seen.some(({ isIntersecting }) => isIntersecting) && setMost((before) => before + step),
      { rootMargin: "600px" },
    );
    watch.observe(mark.current);
    return () => watch.disconnect();
  }, [most, all]);
  const first = useMemo(() => firstOf(sheets, most), [sheets, most]);
  return { sheets: first, end: most < all && <div ref={mark} style={{ height: 1 }} /> };
};
