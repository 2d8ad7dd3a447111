import type { LocalStatus } from "#domain/enumerations.ts";
import { formatLocalStatus, localStatuses } from "#domain/local-status/labels.ts";

/** Returns a row's status list; null for rows that combine several orders. */
export const getStatusSelect = (row: Element): HTMLSelectElement | null => row.querySelector("td.l select");

/** Returns the selected status, perhaps not saved. */
export const readStatus = (list: HTMLSelectElement): LocalStatus => Number(list.value) as LocalStatus;

/** The last status known to be saved on the server. */
export const readSavedStatus = (list: HTMLSelectElement): LocalStatus =>
  Number(list.dataset.status ?? 0) as LocalStatus;

/** The word in place of a hidden list, if there is one. */
const wordBeside = (list: HTMLSelectElement): Element | null => {
  const next = list.nextElementSibling;
  return next?.classList.contains("same") ? next : null;
};

const classOf = (status: LocalStatus): string => `s${status}`;

/** Shows a status in the row's list and as its background. */
export const showStatus = (row: Element, status: LocalStatus): void => {
  const list = getStatusSelect(row);
  if (list !== null && readStatus(list) !== status) list.value = String(status);
  const word = list && wordBeside(list);
  if (word) word.textContent = formatLocalStatus(status);
  for (const one of localStatuses) row.classList.toggle(classOf(one), one === status && Number(status) !== 0);
};

export const rowsOfOrder = (report: ParentNode, orderId: string): NodeListOf<HTMLTableRowElement> =>
  report.querySelectorAll(`tr[data-order="${CSS.escape(orderId)}"]`);

/** Shows pending statuses, by order id, in newly read rows. */
export const showPendingStatuses = (report: ParentNode, waiting: ReadonlyMap<string, LocalStatus>): void => {
  for (const [orderId, status] of waiting) for (const row of rowsOfOrder(report, orderId)) showStatus(row, status);
};

/** Records that the server has saved the status. */
export const markStatusSaved = (report: ParentNode, orderId: string, status: LocalStatus): void => {
  for (const row of rowsOfOrder(report, orderId)) {
    const list = getStatusSelect(row);
    if (list !== null) list.dataset.status = String(status);
  }
};

const historyButton = (): HTMLButtonElement => {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "history";
  return button;
};

const addHistoryButton = (list: HTMLSelectElement, template: HTMLButtonElement): void => {
  const button = template.cloneNode(true) as HTMLButtonElement;
  const name = (list.getAttribute("aria-label") ?? "").replace(/^Local status of /, "");
  Object.assign(button.dataset, { order: list.dataset.order, name });
  button.setAttribute("aria-label", `History of the local status of ${name}`);
  list.after(button);
};

/**
 * Replaces the list by its word: visible if other orders are between this row and the order's list, else for screen
 * readers only.
 */
const showWordOnly = (list: HTMLSelectElement, isApart: boolean): void => {
  let word = wordBeside(list);
  if (word === null) {
    word = document.createElement("span");
    list.after(word);
    word.textContent = formatLocalStatus(readStatus(list));
    list.hidden = true;
  }
  word.className = isApart ? "same apart" : "same";
};

/** The list with the focus, which mustn't be hidden. */
const focusedList = (report: Node): Element | null => {
  const root = report.getRootNode();
  return root instanceof ShadowRoot ? root.activeElement : null;
};

const prepareTable = (table: Element, template: HTMLButtonElement, focused: Element | null): void => {
  const focusedOrder =
    focused instanceof HTMLSelectElement && table.contains(focused) ? focused.dataset.order : undefined;
  const known = new Set<string>();
  let above: string | undefined;
  for (const list of table.querySelectorAll<HTMLSelectElement>("td.l select")) {
    const { order = "" } = list.dataset;
    const isChosenHere = order === focusedOrder ? list === focused : !known.has(order);
    known.add(order);
    if (!isChosenHere) {
      if (list.nextElementSibling?.className === "history") list.nextElementSibling.remove();
      showWordOnly(list, order !== above);
    } else if (list.nextElementSibling?.className !== "history") {
      wordBeside(list)?.remove();
      list.hidden = false;
      addHistoryButton(list, template);
    }
    above = order;
  }
};

/**
 * Prepares the status selects: an order that spans several rows has one per table, in its first row, with the history
 * button. Must run after every change of the rows.
 */
export const prepareStatusSelects = (report: ParentNode & Node): void => {
  const template = historyButton();
  const focused = focusedList(report);
  for (const table of report.querySelectorAll("table")) prepareTable(table, template, focused);
};
