import { type KeyboardEvent, memo, type PointerEvent, useRef } from "react";
import { narrowest, widest } from "#domain/designs/validate.ts";
import type { ReportColumn } from "#domain/wire/reports.ts";
import { widthWithin } from "../session/edits.ts";
import { unitsAfter } from "./layout.ts";

type ResizeHandleProps = {
  column: ReportColumn;
  inTabOrder: boolean;
  /** While it is dragged: how many units wide the column is to be; null at its end. Nothing is kept of it. */
  onDraw: (column: ReportColumn, units: number | null) => void;
  onResize: (column: ReportColumn, units: number) => void;
};

/** Units by a key: one by an arrow, five with Shift, the ends by Home and End. */
const unitsByKey = (event: KeyboardEvent, units: number): number | undefined => {
  const step = event.shiftKey ? 5 : 1;
  switch (event.key) {
    case "ArrowLeft":
      return units - step;
    case "ArrowRight":
      return units + step;
    case "Home":
      return narrowest;
    case "End":
      return widest;
    default:
      return undefined;
  }
};

/** The right edge of a header: drags the column wider and narrower, by keys too. One drag is one change. */
export const ResizeHandle = memo(({ column, inTabOrder, onDraw, onResize }: ResizeHandleProps) => {
  const drag = useRef<{ x: number; units: number } | null>(null);
  const isDragged = (event: PointerEvent) =>
    drag.current !== null && event.currentTarget.hasPointerCapture(event.pointerId);
  const end = (event: PointerEvent, keeps: boolean) => {
    if (drag.current === null) return;
    const { units } = drag.current;
    drag.current = null;
    event.currentTarget.removeAttribute("data-active");
    onDraw(column, null);
    if (keeps && units !== column.Width) onResize(column, units);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule of a page cannot be moved
    <div
      className="resize"
      role="separator"
      aria-orientation="vertical"
      aria-label={`Width of ${column.Title}`}
      aria-valuenow={column.Width}
      aria-valuemin={narrowest}
      aria-valuemax={widest}
      aria-valuetext={`${column.Width} units`}
      tabIndex={inTabOrder ? 0 : -1}
      onPointerDown={(event) => {
        // Not the beginning of a drag of the whole column.
        event.stopPropagation();
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        event.currentTarget.setAttribute("data-active", "");
        drag.current = { x: event.clientX, units: column.Width };
      }}
      onPointerMove={(event) => {
        if (!isDragged(event) || drag.current === null) return;
        const units = widthWithin(unitsAfter(column.Width, event.clientX - drag.current.x));
        if (units === drag.current.units) return;
        drag.current.units = units;
        onDraw(column, units);
      }}
      onPointerUp={(event) => end(event, true)}
      onPointerCancel={(event) => end(event, false)}
      onKeyDown={(event) => {
        const units = unitsByKey(event, column.Width);
        if (units === undefined) return;
        event.preventDefault();
        const within = widthWithin(units);
        if (within !== column.Width) onResize(column, within);
      }}
    />
  );
});
