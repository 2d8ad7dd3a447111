import { type KeyboardEvent, memo, useEffect, useRef } from "react";
import { maxColumnWidth, minColumnWidth } from "#domain/designs/validate.ts";
import type { ReportColumn } from "#domain/wire/reports/reports.ts";
import { clampWidth } from "../../session/edits.ts";
import { unitsAfter } from "../layout.ts";
import { followPointer } from "./pointer-drag.ts";

type ResizeHandleProps = {
  column: ReportColumn;
  inTabOrder: boolean;
  /** Previews a width during the drag, in units; null at its end. Saves nothing. */
  onDraw: (column: ReportColumn, units: number | null) => void;
  onResize: (column: ReportColumn, units: number) => void;
};

/** Units after a key: one step by an arrow, five with Shift, the limits by Home and End. */
const unitsByKey = (event: KeyboardEvent, units: number): number | undefined => {
  const step = event.shiftKey ? 5 : 1;
  switch (event.key) {
    case "ArrowLeft":
      return units - step;
    case "ArrowRight":
      return units + step;
    case "Home":
      return minColumnWidth;
    case "End":
      return maxColumnWidth;
    default:
      return undefined;
  }
};

/** A header's right edge: changes the column's width by dragging or keys. One drag is one change. */
export const ResizeHandle = memo(({ column, inTabOrder, onDraw, onResize }: ResizeHandleProps) => {
  const giveUp = useRef<(() => void) | null>(null);
  useEffect(() => () => giveUp.current?.(), []);
  const drag = (event: PointerEvent) => {
    let units = column.Width;
    const end = () => {
      giveUp.current = null;
      onDraw(column, null);
    };
    giveUp.current = followPointer({
      event,
      atOnce: true,
      cursor: "col-resize",
      onStart: () => onDraw(column, units),
      onMove: ({ x }) => {
        const wanted = clampWidth(unitsAfter(column.Width, x - event.clientX));
        if (wanted === units) return;
        units = wanted;
        onDraw(column, units);
      },
      onDrop: () => {
        end();
        if (units !== column.Width) onResize(column, units);
      },
      onCancel: end,
    });
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: an hr can't be focused and moved
    <div
      className="resize"
      role="separator"
      aria-orientation="vertical"
      aria-label={`Width of ${column.Title}`}
      aria-valuenow={column.Width}
      aria-valuemin={minColumnWidth}
      aria-valuemax={maxColumnWidth}
      aria-valuetext={`${column.Width} units`}
      tabIndex={inTabOrder ? 0 : -1}
      onPointerDown={(event) => {
        // Prevents a drag of the whole column.
        event.stopPropagation();
        if (event.button === 0 && event.isPrimary) drag(event.nativeEvent);
      }}
      onKeyDown={(event) => {
        const units = unitsByKey(event, column.Width);
        if (units === undefined) return;
        event.preventDefault();
        const within = clampWidth(units);
        if (within !== column.Width) onResize(column, within);
      }}
    />
  );
});
