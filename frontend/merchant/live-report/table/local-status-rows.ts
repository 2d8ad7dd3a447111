import type { LocalStatus } from "#domain/enumerations.ts";
import { localStatuses } from "#domain/local-status/labels.ts";

/** Null for rows that combine several orders. */
export const getStatusSelect = (row: Element): HTMLSelectElement | null => row.querySelector("td.l select");

/** Selected, perhaps not saved. */
export const readStatus = (list: HTMLSelectElement): LocalStatus => Number(list.value) as LocalStatus;

/** The last status known to be saved on the server. */
export const readSavedStatus = (list: HTMLSelectElement): LocalStatus =>
  Number(list.dataset.status ?? 0) as LocalStatus;

const classOf = (status: LocalStatus): string => `s${status}`;

/** By the row's list and background. */
export const showStatus = (row: Element, status: LocalStatus): void => {
  const list = getStatusSelect(row);
  if (list !== null && readStatus(list) !== status) list.value = String(status);
  for (const one of localStatuses) row.classList.toggle(classOf(one), one === status && Number(status) !== 0);
};

export const rowsOfOrder = (report: ParentNode, orderId: string): NodeListOf<HTMLTableRowElement> =>
  report.querySelectorAll(`tr[data-order="${CSS.escape(orderId)}"]`);

/** By order id, in newly read rows. */
export const showPendingStatuses = (report: ParentNode, waiting: ReadonlyMap<string, LocalStatus>): void => {
  for (const [orderId, status] of waiting) for (const row of rowsOfOrder(report, orderId)) showStatus(row, status);
};

/** The server has saved the status. */
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

/**
 * Prepares the status selects of all rows. If an order spans several rows, only the first select is in the tab order
 * and gets the history button. Must run after every change of the rows.
 */
export const prepareStatusSelects = (report: ParentNode): void => {
  const template = historyButton();
  const known = new Set<string>();
  for (const list of report.querySelectorAll<HTMLSelectElement>("td.l select")) {
    const order = list.getAttribute("data-order") ?? "";
    const isFirst = !known.has(order);
    known.add(order);
    if (isFirst === list.hasAttribute("tabindex")) {
      if (isFirst) list.removeAttribute("tabindex");
      else list.tabIndex = -1;
    }
    const existingButton = list.nextElementSibling;
    if (!isFirst) existingButton?.remove();
    if (!isFirst || existingButton !== null) continue;
    const button = template.cloneNode(true) as HTMLButtonElement;
    const name = (list.getAttribute("aria-label") ?? "").replace(/^Local status of /, "");
    Object.assign(button.dataset, { order, name });
    button.setAttribute("aria-label", `History of the local status of ${name}`);
    list.after(button);
  }
};
