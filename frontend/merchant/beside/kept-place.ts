/** How long the page may take to come to rest after a panel has opened or closed, in milliseconds. */
const restless = 700;

/** What says that somebody moves the page themselves, or goes on. */
const ownMoves = ["wheel", "touchmove", "keydown", "pointerdown"] as const;

const fields = "input, textarea, select, [contenteditable=true]";

/** The field of the page that was used last. */
let lastField: Element | null = null;

/** Notes which field of the page is used; answers how to stop. */
export const watchFields = (): (() => void) => {
  const note = ({ target }: FocusEvent) => {
    if (target instanceof Element && target.matches(fields) && target.closest("#main")) lastField = target;
  };
  document.addEventListener("focusin", note);
  return () => document.removeEventListener("focusin", note);
};

/** A thing on the page and where its top stood. */
type Held = { element: Element; top: number };

const sticks = (element: Element) => /sticky|fixed/.test(getComputedStyle(element).position);

const isSeen = ({ top, bottom, width }: DOMRect, from: number) => width > 0 && bottom > from && top < innerHeight;

/** Whether it is read itself, and does not only hold others. */
const isRead = (element: Element) =>
  element.matches(fields) || [...element.childNodes].some((node) => node.nodeType === 3 && node.nodeValue?.trim());

/** What can be read beneath what sticks to the page's top, in its order. What sticks itself says nothing of where the page is. */
const inSight = (main: Element, from: number): Held[] => {
  const found: Held[] = [];
  const look = (element: Element) => {
    const box = element.getBoundingClientRect();
    if (!isSeen(box, from) || sticks(element)) return;
    if (box.top >= from && isRead(element)) found.push({ element, top: box.top });
    for (const child of element.children) look(child);
  };
  for (const child of main.children) look(child);
  return found;
};

/** Where the part of the page begins that nothing sticks over. */
const beneathHead = (main: Element): number =>
  Math.max(
    0,
    ...[document.querySelector("header"), ...main.querySelectorAll("[data-sticks]")].map(
      (head) => head?.getBoundingClientRect().bottom ?? 0,
    ),
  );

/** What stays where it is: first the field in use, if it can be seen, then the first thing that is read. */
const placeNow = (): Held[] => {
  const main = document.getElementById("main");
  if (main === null) return [];
  const from = beneathHead(main);
  const seen = inSight(main, from);
  const inUse = seen.find(({ element }) => element === lastField);
  return (inUse ? [inUse, ...seen] : seen).sort((one, other) =>
    one === inUse ? -1 : other === inUse ? 1 : one.top - other.top,
  );
};

const stillOnPage = ({ element }: Held): boolean => {
  if (!element.isConnected) return false;
  for (let at: Element | null = element; at !== null && at.id !== "main"; at = at.parentElement)
    if (sticks(at)) return false;
  return true;
};

let letGo = () => {};

/**
 * Changes the page's width, and what is read stays where it stands: the field in use, else the first thing beneath the page's head.
 * Browsers do not see to that where a width or padding above it changes (scroll anchoring is suppressed then). It is seen to until the page
 * is at rest, or somebody scrolls, presses or types themselves.
 */
export const keepPlace = (change: () => void): void => {
  // Who opens one panel in place of another still reads what they read before.
  const before = placeNow();
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
  // The browser moves nothing meanwhile, where it does.
  root.style.setProperty("overflow-anchor", "none");
  observer.observe(main);
  letGo = end;
  bringBack();
};
