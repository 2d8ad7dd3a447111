import { findStaying } from "./find-staying.ts";
import { getStatusSelect, readSavedStatus, readStatus, showStatus } from "./local-status-rows.ts";

/** Changes made by a refresh. */
export type Merged = {
  added: number;
  changed: number;
  /** The table was replaced, so no row counts as new or changed. */
  isRebuilt: boolean;
};

/** The attribute that briefly highlights new and changed rows. */
export const highlightAttribute = "data-mark";

/**
 * Maximum rows per table body, which a browser lays out together. The server sends half as many, so new rows fit in.
 */
const rowsOfBody = 200;

const rowsIn = (table: Element): HTMLTableRowElement[] => [
  ...table.querySelectorAll<HTMLTableRowElement>(":scope > tbody > tr"),
];
const readRowKey = (row: Element): string => row.getAttribute("data-key") ?? "";
const printOf = (row: Element): string | null => row.getAttribute("data-print");

/** Moves an element without losing focus or an open list, if the browser can. */
const put = (parent: Element, row: Element, before: Element | null): void => {
  const mover = parent as Element & { moveBefore?: (node: Element, before: Element | null) => void };
  if (row.isConnected && mover.moveBefore) mover.moveBefore(row, before);
  else parent.insertBefore(row, before);
};

/**
 * Updates a row's status. A focused list keeps its status until the focus leaves, as the choice there is made over what
 * the user saw (D-4).
 */
const takeStatus = (row: HTMLElement, from: HTMLElement): boolean => {
  const list = getStatusSelect(row);
  const fresh = getStatusSelect(from);
  if (list === null || fresh === null) return false;
  const status = readStatus(fresh);
  const isOther = status !== readStatus(list);
  const root = list.getRootNode();
  if (isOther && root instanceof ShadowRoot && root.activeElement === list) {
    list.dataset.next = String(status);
    return true;
  }
  delete list.dataset.next;
  list.dataset.status = String(readSavedStatus(fresh));
  showStatus(row, status);
  return isOther;
};

const takeCells = (row: HTMLTableRowElement, from: HTMLTableRowElement): boolean => {
  let isChanged = false;
  const list = getStatusSelect(row);
  for (const [at, fresh] of [...from.cells].entries()) {
    const cell = row.cells[at];
    if (list !== null && cell?.contains(list) && fresh.querySelector("select") !== null) continue;
    if (cell !== undefined && cell.className === fresh.className && cell.innerHTML === fresh.innerHTML) continue;
    fresh.setAttribute(highlightAttribute, "changed");
    if (cell === undefined) row.append(fresh);
    else cell.replaceWith(fresh);
    isChanged = true;
  }
  return isChanged;
};

/** Updates stripes to the new row order. A newer local status overrides the stripe. */
const takeBand = (row: Element, from: Element): void => {
  const { className } = from;
  if (row.className !== className && /^(?:alt)?$/.test(row.className) && /^(?:alt)?$/.test(className))
    row.className = className;
};

/** Updates a kept row; true if its content changed. An unchanged row arrives without cells. */
const takeRow = (row: HTMLTableRowElement, from: HTMLTableRowElement): boolean => {
  const print = printOf(from);
  if (print !== null && print === printOf(row)) {
    takeBand(row, from);
    return false;
  }
  row.className = from.className;
  const isChanged = takeCells(row, from);
  const hasOtherStatus = takeStatus(row, from);
  if (print !== null) row.setAttribute("data-print", print);
  return isChanged || hasOtherStatus;
};

const bodyBefore = (table: Element, before: Element | null): Element => {
  const body = document.createElement("tbody");
  table.insertBefore(body, before);
  return body;
};

/**
 * Returns the body for a row, and the row to insert it before. Bodies stay small, so the browser lays out little
 * outside the view.
 */
const placeOf = (table: Element, next: Element | null): [Element, Element | null] => {
  const body = next?.parentElement ?? table.querySelector(":scope > tbody:last-of-type");
  if (!body) return [bodyBefore(table, table.querySelector(":scope > tfoot")), null];
  const isFull = body.childElementCount >= rowsOfBody;
  if (next === null) return [isFull ? bodyBefore(table, body.nextElementSibling) : body, null];
  if (!isFull || next !== body.firstElementChild) return [body, next];
  const above = body.previousElementSibling;
  const hasRoom = above?.tagName === "TBODY" && above.childElementCount < rowsOfBody;
  return [hasRoom ? above : bodyBefore(table, body), null];
};

/**
 * Makes a table's rows equal to another's, by key. Kept rows aren't touched, so scroll position, selection, focus and
 * an open list survive. Consumes the other table.
 */
export const mergeRows = (table: Element, from: Element): { added: number; changed: number } => {
  const old = rowsIn(table);
  const fresh = rowsIn(from);
  const places = new Map(old.map((row, index) => [readRowKey(row), index]));
  const wanted = new Set(fresh.map(readRowKey));
  for (const row of old) if (!wanted.has(readRowKey(row))) row.remove();
  const placesBefore = fresh.map((row) => places.get(readRowKey(row)) ?? -1);
  const stay = findStaying(placesBefore);
  let added = 0;
  let changedCount = 0;
  let next: Element | null = null;
  for (let index = fresh.length - 1; index >= 0; index -= 1) {
    const now = fresh[index];
    if (now === undefined) continue;
    const known: HTMLTableRowElement | undefined = old[placesBefore[index] ?? -1];
    if (known === undefined) {
      now.setAttribute(highlightAttribute, "new");
      added += 1;
    } else if (takeRow(known, now)) {
      known.setAttribute(highlightAttribute, "changed");
      changedCount += 1;
    }
    const row = known ?? now;
    if (!stay.has(index)) {
      const [body, before] = placeOf(table, next);
      put(body, row, before);
    }
    next = row;
  }
  for (const body of table.querySelectorAll(":scope > tbody")) if (body.childElementCount === 0) body.remove();
  return { added, changed: changedCount };
};
