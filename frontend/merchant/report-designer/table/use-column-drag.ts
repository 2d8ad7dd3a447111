import { type DragStartEvent, MouseSensor, TouchSensor, useSensor, useSensors } from "@dnd-kit/core";
import { useCallback, useRef, useState } from "react";
import type { DropTarget } from "./drop-target.ts";

/** A header or an entry of the panel of columns that is dragged: what both give to `useDraggable` as their data. */
export type DraggedColumn = { column: string };

type ColumnDragOptions = {
  target: DropTarget;
  /** Keys of the visible columns. */
  shown: readonly string[];
  /** The column was dropped into a gap. */
  onDrop: (column: string, gap: number) => void;
};

const columnOf = (data: unknown): string | null =>
  typeof data === "object" && data !== null && "column" in data && typeof data.column === "string" ? data.column : null;

/**
 * Dragging columns with a mouse or a finger, headers within the table and entries of the panel into it. Nothing is drawn anew while the
 * pointer moves but what is under it: the table is told where the line stands, and no more.
 */
export const useColumnDrag = ({ target, shown, onDrop }: ColumnDragOptions) => {
  const [dragged, setDragged] = useState<string | null>(null);
  const gap = useRef<number | null>(null);
  const stop = useRef<(() => void) | null>(null);
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 4 } }),
    // A finger that moves at once scrolls the table.
    useSensor(TouchSensor, { activationConstraint: { delay: 250, tolerance: 8 } }),
  );

  const follow = useCallback(
    (isHeader: boolean, x: number, y: number) => {
      const point = { x, y };
      const place = () => {
        gap.current = target.at(point.x, point.y, isHeader);
        target.show(gap.current);
      };
      const move = (event: PointerEvent | TouchEvent) => {
        const at = "touches" in event ? event.touches[0] : event;
        if (at === undefined) return;
        point.x = at.clientX;
        point.y = at.clientY;
        place();
      };
      window.addEventListener("pointermove", move);
      window.addEventListener("touchmove", move);
      const scroller = target.scroller();
      scroller?.addEventListener("scroll", place);
      place();
      return () => {
        window.removeEventListener("pointermove", move);
        window.removeEventListener("touchmove", move);
        scroller?.removeEventListener("scroll", place);
        target.show(null);
      };
    },
    [target],
  );

  const onDragStart = useCallback(
    ({ active, activatorEvent }: DragStartEvent) => {
      const column = columnOf(active.data.current);
      if (column === null) return;
      setDragged(column);
      const at =
        "touches" in activatorEvent ? (activatorEvent as TouchEvent).touches[0] : (activatorEvent as MouseEvent);
      stop.current = follow(shown.includes(column), at?.clientX ?? 0, at?.clientY ?? 0);
    },
    [follow, shown],
  );
  const end = useCallback(() => {
    stop.current?.();
    stop.current = null;
    setDragged(null);
  }, []);
  const onDragEnd = useCallback(() => {
    if (dragged !== null && gap.current !== null) onDrop(dragged, gap.current);
    end();
  }, [dragged, end, onDrop]);

  return { dragged, handlers: { sensors, onDragStart, onDragEnd, onDragCancel: end } };
};
