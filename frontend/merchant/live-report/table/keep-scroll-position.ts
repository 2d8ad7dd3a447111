/** Offsets below the table's head at which to look for a row, px. */
const tries = [4, 24, 48, 96, 160];

/** The first visible row below the sticky head; null at the very top, and without rows. */
const firstInSight = (pane: HTMLElement, root: ShadowRoot): { row: HTMLElement; top: number } | null => {
  if (pane.scrollTop < 4) return null;
  const box = pane.getBoundingClientRect();
  const head = root.querySelector("thead")?.getBoundingClientRect().height ?? 0;
  for (const below of tries) {
    const met = root.elementFromPoint(box.left + Math.min(40, box.width / 2), box.top + head + below);
    const row = met?.closest<HTMLElement>("tbody > tr");
    if (row) return { row, top: row.getBoundingClientRect().top };
  }
  return null;
};

/**
 * Keeps the visible rows in place during a change, but stays at the very top. `pane` scrolls; `root` contains the rows.
 */
export const keepScrollPosition = <Result>(pane: HTMLElement, root: ShadowRoot, change: () => Result): Result => {
  const held = firstInSight(pane, root);
  const before = pane.scrollTop;
  const result = change();
  if (held?.row.isConnected) pane.scrollTop += held.row.getBoundingClientRect().top - held.top;
  else if (before !== pane.scrollTop) pane.scrollTop = before;
  return result;
};
