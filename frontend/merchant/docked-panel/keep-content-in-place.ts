/** ms for the page to settle after a panel opens or closes. */
const restless = 700;

/** Events by which users scroll or act. */
const ownMoves = ["wheel", "touchmove", "keydown", "pointerdown"] as const;

const fields = "input, textarea, select, [contenteditable=true]";

let lastField: Element | null = null;

/** Tracks the used field of the page. Returns the function that stops. */
export const watchFields = (): (() => void) => {
  const note = ({ target }: FocusEvent) => {
    if (target instanceof Element && target.matches(fields) && target.closest("#main")) lastField = target;
  };
  document.addEventListener("focusin", note);
  return () => document.removeEventListener("focusin", note);
};

/** An element and its former top position. */
type AnchoredElement = { element: Element; top: number };

const sticks = (element: Element) => /sticky|fixed/.test(getComputedStyle(element).position);

const isVisible = ({ top, bottom, width }: DOMRect, from: number) => width > 0 && bottom > from && top < innerHeight;

/** True if an element is content, not just a container. */
const isRead = (element: Element) =>
  element.matches(fields) || [...element.childNodes].some((node) => node.nodeType === 3 && node.nodeValue?.trim());

/** Readable elements below the sticky parts, in order. Sticky elements don't tell the scroll position. */
const inSight = (main: Element, from: number): AnchoredElement[] => {
  const found: AnchoredElement[] = [];
  const collect = (element: Element) => {
    const box = element.getBoundingClientRect();
    if (!isVisible(box, from) || sticks(element)) return;
    if (box.top >= from && isRead(element)) found.push({ element, top: box.top });
    for (const child of element.children) collect(child);
  };
  for (const child of main.children) collect(child);
  return found;
};

/** Top of the page's area below sticky parts. */
const beneathHead = (main: Element): number =>
  Math.max(
    0,
    ...[document.querySelector("header"), ...main.querySelectorAll("[data-sticks]")].map(
      (head) => head?.getBoundingClientRect().bottom ?? 0,
    ),
  );

/** The field in use if visible, then the first readable elements. */
const readAnchors = (): AnchoredElement[] => {
  const main = document.getElementById("main");
  if (main === null) return [];
  const from = beneathHead(main);
  const seen = inSight(main, from);
  const inUse = seen.find(({ element }) => element === lastField);
  return (inUse ? [inUse, ...seen] : seen).sort((one, other) =>
    one === inUse ? -1 : other === inUse ? 1 : one.top - other.top,
  );
};

const stillOnPage = ({ element }: AnchoredElement): boolean => {
  if (!element.isConnected) return false;
  for (let at: Element | null = element; at !== null && at.id !== "main"; at = at.parentElement)
    if (sticks(at)) return false;
  return true;
};

let letGo = () => {};

/**
 * Changes the page's width while its content stays in place: anchored at the field in use, else at the first element
 * below the page's head. Browsers suppress scroll anchoring when a width or padding changes. Ends once the page has
 * settled, or the user scrolls, presses or types.
 */
export const keepContentInPlace = (change: () => void): void => {
  // Replacing one panel with another keeps the same anchor.
  const before = readAnchors();
  letGo();
  change();
  const held = before.find(stillOnPage);
  const main = document.getElementById("main");
  if (held === undefined || main === null) return;
  const root = document.documentElement;
  const bringBack = () => {
    if (!held.element.isConnected) return;
    const by = held.element.getBoundingClientRect().top - held.top;
    if (Math.abs(by) >= 1) window.scrollBy({ top: by, behavior: "instant" });
  };
  const observer = new ResizeObserver(bringBack);
  const end = () => {
    observer.disconnect();
    clearTimeout(timer);
    for (const name of ownMoves) window.removeEventListener(name, end, { capture: true });
    root.style.removeProperty("overflow-anchor");
    letGo = () => {};
  };
  const timer = setTimeout(end, restless);
  for (const name of ownMoves) window.addEventListener(name, end, { capture: true, passive: true });
  // Turns off the browser's own scroll anchoring meanwhile.
  root.style.setProperty("overflow-anchor", "none");
  observer.observe(main);
  letGo = end;
  bringBack();
};
