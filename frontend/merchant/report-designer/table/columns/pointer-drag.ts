type Point = { x: number; y: number };

type PointerDragOptions = {
  /** The press with which it may begin; a mouse or pen has to move a little then, a finger to rest. */
  event: PointerEvent;
  /** It begins with the press itself. */
  atOnce?: boolean;
  /** How the pointer looks while it drags. */
  cursor: "grabbing" | "col-resize";
  onStart: (at: Point) => void;
  onMove: (at: Point) => void;
  onDrop: () => void;
  /** It ended without a drop, or never began. */
  onCancel: () => void;
};

/** A mouse drags after so many pixels; a finger after so many milliseconds in which it has moved no further than so many pixels. */
const mouseDistance = 4;
const touchRestMs = 250;
const touchTolerance = 8;

/**
 * Lies over the whole page while something is dragged: nothing beneath answers to the pointer, and the browser need not look through
 * thousands of cells for what is under it with every move. Answers how to take it away.
 */
const coverPage = (cursor: string): (() => void) => {
  const cover = document.createElement("div");
  Object.assign(cover.style, { position: "fixed", inset: "0", zIndex: "2147483647", cursor });
  document.body.append(cover);
  return () => cover.remove();
};

/**
 * Follows a pointer from its press to its end. Own code, since with a library the page is drawn anew with every move (ADR 39): this calls
 * back and no more. A finger that moves at once scrolls; Escape gives up. Answers how to give up from outside.
 */
export const followPointer = ({
  event,
  atOnce = false,
  cursor,
  onStart,
  onMove,
  onDrop,
  onCancel,
}: PointerDragOptions): (() => void) => {
  const { pointerId, pointerType } = event;
  const from: Point = { x: event.clientX, y: event.clientY };
  const last = { ...from };
  const isTouch = pointerType === "touch";
  const listening = new AbortController();
  const { signal } = listening;
  let active = false;
  let rest: ReturnType<typeof setTimeout> | undefined;
  let uncover: (() => void) | undefined;

  const start = () => {
    active = true;
    uncover = coverPage(cursor);
    onStart(last);
  };
  const stop = () => {
    clearTimeout(rest);
    uncover?.();
    listening.abort();
  };
  const cancel = () => {
    stop();
    onCancel();
  };
  /** The press that ends a drag is no click on what happens to be beneath. */
  const swallowClick = () => {
    const swallow = (click: MouseEvent) => {
      click.preventDefault();
      click.stopPropagation();
    };
    window.addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => window.removeEventListener("click", swallow, { capture: true }), 0);
  };
  if (atOnce) start();
  else if (isTouch) rest = setTimeout(start, touchRestMs);

  const move = (moved: PointerEvent) => {
    if (moved.pointerId !== pointerId) return;
    last.x = moved.clientX;
    last.y = moved.clientY;
    if (active) return onMove(last);
    const distance = Math.hypot(last.x - from.x, last.y - from.y);
    if (isTouch && distance > touchTolerance) cancel();
    else if (!isTouch && distance >= mouseDistance) start();
  };
  const up = (ended: PointerEvent) => {
    if (ended.pointerId !== pointerId) return;
    if (!active) return cancel();
    stop();
    swallowClick();
    onDrop();
  };
  const keep = (other: Event) => {
    if (active && other.cancelable) other.preventDefault();
  };
  window.addEventListener("pointermove", move, { signal });
  window.addEventListener("pointerup", up, { signal });
  window.addEventListener("pointercancel", (ended) => ended.pointerId === pointerId && cancel(), { signal });
  window.addEventListener("blur", cancel, { signal });
  window.addEventListener(
    "keydown",
    (key) => {
      if (key.key !== "Escape" || !active) return;
      key.preventDefault();
      key.stopPropagation();
      cancel();
    },
    { signal, capture: true },
  );
  // A finger that drags neither scrolls the page nor opens the browser's own menu, nor does a mouse select text.
  window.addEventListener("touchmove", keep, { signal, passive: false });
  window.addEventListener("contextmenu", keep, { signal });
  window.addEventListener("selectstart", keep, { signal });
  return cancel;
};
