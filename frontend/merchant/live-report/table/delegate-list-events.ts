import type { LocalStatus } from "#domain/enumerations.ts";
import { readSavedStatus, readStatus, showStatus } from "./local-status-rows.ts";

type ListHandlers = {
  choose: (orderId: string, status: LocalStatus, seen: LocalStatus) => void;
  history: (orderId: string, name: string) => void;
};

const listAt = ({ target }: Event): HTMLSelectElement | null =>
  target instanceof HTMLSelectElement && target.dataset.order !== undefined ? target : null;

/** Handles events of all rows' lists and buttons. Returns the function that stops. */
export const delegateListEvents = (root: ShadowRoot, handlers: ListHandlers): (() => void) => {
  const onChange = (event: Event) => {
    const list = listAt(event);
    if (list?.dataset.order === undefined) return;
    handlers.choose(list.dataset.order, readStatus(list), readSavedStatus(list));
  };
  // Applies a refresh that came while the list had the focus.
  const onFocusOut = (event: Event) => {
    const list = listAt(event);
    const next = list?.dataset.next;
    const row = list?.closest("tr");
    if (!list || next === undefined || !row) return;
    delete list.dataset.next;
    if (readStatus(list) !== readSavedStatus(list)) return;
    list.dataset.status = next;
    showStatus(row, Number(next) as LocalStatus);
  };
  const pressed = ({ target }: Event) => {
    const button = target instanceof Element ? target.closest<HTMLElement>(".history") : null;
    if (button?.dataset.order !== undefined) handlers.history(button.dataset.order, button.dataset.name ?? "");
  };
  root.addEventListener("change", onChange);
  root.addEventListener("focusout", onFocusOut);
  root.addEventListener("click", pressed);
  return () => {
    root.removeEventListener("change", onChange);
    root.removeEventListener("focusout", onFocusOut);
    root.removeEventListener("click", pressed);
  };
};
