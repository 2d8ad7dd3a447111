/** How far each key scrolls, in directions: down is positive. */
const scrollKeys: Record<string, number> = { ArrowDown: 1, PageDown: 1, End: 1, ArrowUp: -1, PageUp: -1, Home: -1 };

/** Where a key means something else than scrolling. */
const ownKeys = "input, textarea, select, [contenteditable=true], [role=slider]";

/** Whether anything between the element and the modal itself can still scroll that way. */
const canScroll = (from: Element, modal: Element, direction: number): boolean => {
  for (let element: Element | null = from; element !== null && element !== modal; element = element.parentElement) {
    const room = element.scrollHeight - element.clientHeight;
    if (room <= 1 || !/auto|scroll/.test(getComputedStyle(element).overflowY)) continue;
    if (direction > 0 ? element.scrollTop < room - 1 : element.scrollTop > 0) return true;
  }
  return false;
};

/** Keeps the page where it is, unless something within the modal scrolls that way. */
const unlessItScrolls = (modal: Element, event: Event, direction: number) => {
  if (event.cancelable && event.target instanceof Element && !canScroll(event.target, modal, direction))
    event.preventDefault();
};

const isModal = ".MuiModal-root";

/** After everybody else: who moves through a menu by arrows takes a key whose default is prevented for one that was used already. */
const holdAtKey = (event: KeyboardEvent) => {
  const direction = scrollKeys[event.key];
  if (direction === undefined || !(event.target instanceof Element) || event.target.closest(ownKeys)) return;
  const modal = event.target.closest(isModal);
  if (modal) unlessItScrolls(modal, event, direction);
};

const hold = (modal: Element) => {
  modal.addEventListener(
    "wheel",
    // With the Control key the wheel zooms.
    (event) => event instanceof WheelEvent && !event.ctrlKey && unlessItScrolls(modal, event, event.deltaY),
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
        unlessItScrolls(modal, event, touchedAt - (event.touches[0]?.clientY ?? 0));
    },
    { passive: false },
  );
};

/**
 * Menus, dialogs and drawers leave the page its scrollbar, so that nothing jumps (the theme's `disableScrollLock`), and the page stays
 * where it is nevertheless: neither wheel, finger nor key moves it from within them. Wheel and finger are listened for in what is open
 * and nowhere else, so that scrolling a page waits for no code.
 */
export const holdPage = (body: HTMLElement): void => {
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes) if (node instanceof Element && node.matches(isModal)) hold(node);
  }).observe(body, { childList: true });
  window.addEventListener("keydown", holdAtKey);
};
