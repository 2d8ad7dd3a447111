import type { LocalStatus } from "#domain/enumerations.ts";
import { keepScrollPosition } from "./keep-scroll-position.ts";
import { prepareStatusSelects, showPendingStatuses } from "./local-status-rows.ts";
import { mergeReport } from "./merge-report.ts";
import type { Merged } from "./merge-rows.ts";
import { parseReportFacts, type ReportFacts } from "./report-facts.ts";
import { placeOfLists, withRoomForLists } from "./room-for-lists.ts";
import { clearHighlights } from "./row-highlights.ts";
import { safeReport } from "./safe-html.ts";
import { findBeginning, readRowHashes, stripUnchangedRows } from "./unchanged-rows.ts";

/** A displayed response and its changes. */
export type ShownReport = {
  facts: ReportFacts;
  merged: Merged;
  orders: ReadonlySet<string>;
  /** The rest of the response follows. */
  isBeginning: boolean;
};

type Showing = {
  pane: HTMLElement;
  root: ShadowRoot;
  html: string;
  waiting: ReadonlyMap<string, LocalStatus>;
  isCompact: boolean;
  /** The beginning of this response is shown already. */
  isContinued: boolean;
  /** The choices differ from the shown table's: no row counts as new. */
  isOther: boolean;
};

const reportIn = (within: ParentNode): HTMLElement | null => within.querySelector<HTMLElement>(".report");

/** Parses a report. @throws {Error} the HTML isn't one; check with `isReport` first */
const readReport = (html: string, lists: number): HTMLElement => {
  const report = reportIn(safeReport(html));
  if (report === null) throw new Error("The server's answer isn't a report.");
  for (const sheet of report.querySelectorAll(".sheet"))
    sheet.setAttribute("style", withRoomForLists(sheet.getAttribute("style") ?? "", lists));
  return report;
};

export const isReport = (html: string): boolean => /^\s*<div class="report\b/.test(html);

const ordersIn = (report: HTMLElement): ReadonlySet<string> => {
  const orders = new Set<string>();
  for (const row of report.querySelectorAll("tr[data-order]")) orders.add(row.getAttribute("data-order") ?? "");
  return orders;
};

/**
 * Shows a response: patches the shown table or replaces it. `waiting`: pending local statuses by order number. A long
 * new table first shows only its beginning.
 */
export const showReport = ({ pane, root, html, waiting, isCompact, isContinued, isOther }: Showing): ShownReport => {
  let isBeginning = false;
  const lists = placeOfLists(html);
  clearHighlights(root);
  const merged = keepScrollPosition(pane, root, (): Merged => {
    const current = reportIn(root);
    const patched =
      current && mergeReport(current, readReport(stripUnchangedRows(html, readRowHashes(current)), lists));
    if (patched !== null) return patched;
    const beginning = isContinued ? null : findBeginning(html);
    isBeginning = beginning !== null;
    root.replaceChildren(readReport(beginning ?? html, lists));
    return { added: 0, changed: 0, isRebuilt: true };
  });
  const report = reportIn(root);
  if (report === null) throw new Error("A report was shown and is not there.");
  // Rows of a beginning or of other choices are not news.
  const isNews = !isContinued && !isOther;
  if (!isNews) clearHighlights(root);
  report.classList.toggle("compact", isCompact);
  prepareStatusSelects(report);
  showPendingStatuses(report, waiting);
  return {
    facts: parseReportFacts(report),
    merged: isNews ? merged : { added: 0, changed: 0, isRebuilt: true },
    orders: ordersIn(report),
    isBeginning,
  };
};
