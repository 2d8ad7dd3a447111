type Point = { x: number; y: number };

type PointerDragOptions = {
  /** The press that may start the drag. A mouse or pen must move a little first, a finger must rest. */
  event: PointerEvent;
  /** Starts the drag with the press itself. */
  atOnce?: boolean;
  cursor: "grabbing" | "col-resize";
  onStart: (at: Point) => void;
  onMove: (at: Point) => void;
  onDrop: () => void;
  /** The drag ended without a drop, or never started. */
  onCancel: () => void;
};

/** Movement that starts a mouse drag, px; rest that starts a touch drag, ms; movement allowed during that rest, px. */
const mouseDistance = 4;
const touchRestMs = 250;
const touchTolerance = 8;

/**
 * Covers the page during a drag: nothing below reacts to the pointer, and the browser needn't hit-test thousands of
 * cells on every move. Returns the function that removes it.
 */
const coverPage = (cursor: string): (() => void) => {
  const cover = document.createElement("div");
  Object.assign(cover.style, { position: "fixed", inset: "0", zIndex: "2147483647", cursor });
  document.body.append(cover);
  return () => cover.remove();
};

/**
 * Follows a pointer from press to end and only calls back, as a library would render the page on every move (ADR 39). A
 * finger that moves at once scrolls; Escape cancels. Returns the function that cancels from outside.
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
  /** Suppresses the click after a drag, which would hit whatever is below. */
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
  // During a drag a finger neither scrolls nor opens the browser's menu, and a mouse selects no text.
  window.addEventListener("touchmove", keep, { signal, passive: false });
  window.addEventListener("contextmenu", keep, { signal });
  window.addEventListener("selectstart", keep, { signal });
  return cancel;
};
