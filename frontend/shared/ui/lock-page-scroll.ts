/** Directions of scrolling; down is positive. */
const scrollKeys: Record<string, number> = { ArrowDown: 1, PageDown: 1, End: 1, ArrowUp: -1, PageUp: -1, Home: -1 };

/** Elements that use these keys for something else. */
const ownKeys = "input, textarea, select, [contenteditable=true], [role=slider]";

/** True if an element between this one and the modal can scroll in the direction. */
const canScroll = (from: Element, modal: Element, direction: number): boolean => {
  for (let element: Element | null = from; element !== null && element !== modal; element = element.parentElement) {
    const room = element.scrollHeight - element.clientHeight;
    if (room <= 1 || !/auto|scroll/.test(getComputedStyle(element).overflowY)) continue;
    if (direction > 0 ? element.scrollTop < room - 1 : element.scrollTop > 0) return true;
  }
  return false;
};

/** Blocks an event unless it scrolls something within the modal. */
const blockUnlessScrollable = (modal: Element, event: Event, direction: number) => {
  if (event.cancelable && event.target instanceof Element && !canScroll(event.target, modal, direction))
    event.preventDefault();
};

const isModal = ".MuiModal-root";

/** Runs after all other handlers: menus with arrow keys treat a prevented key as used. */
const blockScrollKey = (event: KeyboardEvent) => {
  const direction = scrollKeys[event.key];
  if (direction === undefined || !(event.target instanceof Element) || event.target.closest(ownKeys)) return;
  const modal = event.target.closest(isModal);
  if (modal) blockUnlessScrollable(modal, event, direction);
};

const lockScrollBehind = (modal: Element) => {
  modal.addEventListener(
    "wheel",
    // Control with the wheel zooms.
    (event) => event instanceof WheelEvent && !event.ctrlKey && blockUnlessScrollable(modal, event, event.deltaY),
    { passive: false },
  );
  let touchedAt = 0;
  modal.addEventListener(
    "touchstart",
    (event) => {
      if (event instanceof TouchEvent) touchedAt = event.touches[0]?.clientY ?? 0;
    },
    { passive: true },
  );
  modal.addEventListener(
    "touchmove",
    (event) => {
      // Two fingers zoom.
      if (event instanceof TouchEvent && event.touches.length === 1)
        blockUnlessScrollable(modal, event, touchedAt - (event.touches[0]?.clientY ?? 0));
    },
    { passive: false },
  );
};

/**
 * Keeps the page from scrolling behind menus, dialogs and drawers by wheel, touch or keyboard. They leave the page its
 * scrollbar, so nothing jumps (the theme's `disableScrollLock`). Only the open modal has wheel and touch listeners, so
 * they never delay page scrolling.
 */
export const lockPageScroll = (body: HTMLElement): void => {
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes) if (node instanceof Element && node.matches(isModal)) lockScrollBehind(node);
  }).observe(body, { childList: true });
  window.addEventListener("keydown", blockScrollKey);
};
