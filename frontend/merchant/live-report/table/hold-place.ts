/** Rows beneath this are tried, in pixels from the head of the table, until one is met. */
const tries = [4, 24, 48, 96, 160];

/** The row that a reader sees first beneath the head that sticks to the top, and where it stands; null at the very beginning, and without rows. */
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
 * Changes the rows, and what is read stays where it stands, whatever comes or goes above it. Who is at the beginning stays there and sees what is
 * new. The rows that are read are the pane's; `root` holds them.
 */
export const holdPlace = <Result>(pane: HTMLElement, root: ShadowRoot, change: () => Result): Result => {
  const held = firstInSight(pane, root);
  const before = pane.scrollTop;
  const result = change();
  if (held?.row.isConnected) pane.scrollTop += held.row.getBoundingClientRect().top - held.top;
  else if (before !== pane.scrollTop) pane.scrollTop = before;
  return result;
};
