import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { StartDrag } from "./column-drag.ts";
import type { DropTarget } from "./drop-target.ts";
import { followPointer } from "./pointer-drag.ts";

type ColumnDragOptions = {
  target: DropTarget;
  /** The element that follows the pointer; moved here, rendered by its own component. */
  hanging: RefObject<HTMLElement | null>;
  shown: readonly string[];
  /** Called when a column is dropped into a gap. */
  onDrop: (column: string, gap: number) => void;
};

/** Distance from an edge within which the table scrolls, px; speed at the edge, px per frame. */
const edge = 64;
const fastest = 18;

/**
 * Drags headers within the table and panel entries into it, with a mouse or a finger. Nothing renders while the pointer
 * moves; line and label move through the DOM.
 */
export const useColumnDrag = ({ target, hanging, shown, onDrop }: ColumnDragOptions) => {
  const [dragged, setDragged] = useState<string | null>(null);
  const latest = useRef({ shown, onDrop });
  latest.current = { shown, onDrop };
  const giveUp = useRef<(() => void) | null>(null);
  useEffect(() => () => giveUp.current?.(), []);

  const start = useCallback<StartDrag>(
    (column, { nativeEvent: event }) => {
      if (event.button !== 0 || !event.isPrimary) return;
      const isHeader = latest.current.shown.includes(column);
      let at = { x: 0, y: 0 };
      let gap: number | null = null;
      let frame = 0;
      const place = () => {
        gap = target.at(at.x, at.y, isHeader);
        target.show(gap);
      };
      const scroll = () => {
        frame = requestAnimationFrame(scroll);
        const scroller = target.scroller();
        if (scroller === null || gap === null) return;
        const by = target.pull(at.x, edge) * fastest;
        if (by === 0) return;
        scroller.scrollLeft += by;
        place();
      };
      const end = () => {
        giveUp.current = null;
        cancelAnimationFrame(frame);
        target.show(null);
        setDragged(null);
      };
      const move = (point: { x: number; y: number }) => {
        at = point;
        if (hanging.current) hanging.current.style.transform = `translate(${at.x + 12}px, ${at.y + 8}px)`;
        place();
      };
      giveUp.current = followPointer({
        event,
        cursor: "grabbing",
        onStart: (point) => {
          setDragged(column);
          frame = requestAnimationFrame(scroll);
          move(point);
        },
        onMove: move,
        onDrop: () => {
          if (gap !== null) latest.current.onDrop(column, gap);
          end();
        },
        onCancel: end,
      });
    },
    [target, hanging],
  );
  return useMemo(() => ({ dragged, start }), [dragged, start]);
};
