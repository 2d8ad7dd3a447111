import type { LocalStatus } from "#domain/enumerations.ts";
import { holdPlace } from "./hold-place.ts";
import { beginningOf, printsOf, withoutKnownRows } from "./known-rows.ts";
import { prepareLists, showWaiting } from "./local-status-rows.ts";
import { clearMarks } from "./marks.ts";
import { mergeReport } from "./merge-report.ts";
import type { Merged } from "./merge-rows.ts";
import { factsOf, type ReportFacts } from "./report-facts.ts";
import { placeOfLists, withRoomForLists } from "./room-for-lists.ts";
import { safeReport } from "./safe-html.ts";

/** What an answer shows, and what is new in it. `orders`: the numbers of those that are shown; `isBeginning`: the rest of the answer is to follow. */
export type ShownReport = { facts: ReportFacts; merged: Merged; orders: ReadonlySet<string>; isBeginning: boolean };

type Showing = {
  pane: HTMLElement;
  root: ShadowRoot;
  html: string;
  waiting: ReadonlyMap<string, LocalStatus>;
  isCompact: boolean;
  /** The beginning of this answer is shown already. */
  goesOn: boolean;
  /** It answers other choices than the table that is shown: none of its rows is new. */
  isOther: boolean;
};

const reportIn = (within: ParentNode): HTMLElement | null => within.querySelector<HTMLElement>(".report");

/** @throws {Error} where it is none; `isReport` tells before */
const readReport = (html: string, lists: number): HTMLElement => {
  const report = reportIn(safeReport(html));
  if (report === null) throw new Error("What the server answered is no report.");
  for (const sheet of report.querySelectorAll(".sheet"))
    sheet.setAttribute("style", withRoomForLists(sheet.getAttribute("style") ?? "", lists));
  return report;
};

/** Whether an answer is a report at all. */
export const isReport = (html: string): boolean => /^\s*<div class="report\b/.test(html);

const ordersIn = (report: HTMLElement): ReadonlySet<string> => {
  const orders = new Set<string>();
  for (const row of report.querySelectorAll("tr[data-order]")) orders.add(row.getAttribute("data-order") ?? "");
  return orders;
};

/**
 * Shows an answer: patches what stands there, or puts it in its place where it is another table. `waiting`: local statuses that are on their way to
 * the server, by the numbers of orders. Of a long one that is put in the place of another only the beginning is shown at once, so that there is something to see.
 */
export const showReport = ({ pane, root, html, waiting, isCompact, goesOn, isOther }: Showing): ShownReport => {
  let isBeginning = false;
  const lists = placeOfLists(html);
  clearMarks(root);
  const merged = holdPlace(pane, root, (): Merged => {
    const current = reportIn(root);
    const patched = current && mergeReport(current, readReport(withoutKnownRows(html, printsOf(current)), lists));
    if (patched !== null) return patched;
    const beginning = goesOn ? null : beginningOf(html);
    isBeginning = beginning !== null;
    root.replaceChildren(readReport(beginning ?? html, lists));
    return { added: 0, changed: 0, isRebuilt: true };
  });
  const report = reportIn(root);
  if (report === null) throw new Error("A report was shown and is not there.");
  // Rows of a beginning, or of another choice, are not news.
  const isNews = !goesOn && !isOther;
  if (!isNews) clearMarks(root);
  report.classList.toggle("compact", isCompact);
  prepareLists(report);
  showWaiting(report, waiting);
  return {
    facts: factsOf(report),
    merged: isNews ? merged : { added: 0, changed: 0, isRebuilt: true },
    orders: ordersIn(report),
    isBeginning,
  };
};
