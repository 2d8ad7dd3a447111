import Box from "@mui/material/Box";
import Tooltip from "@mui/material/Tooltip";
import { memo } from "react";
import { DoneIcon, DragIcon, WarningIcon } from "../../../shared/ui/icons.tsx";
import { slowColumnNote } from "../../resources/columns/column-list.ts";
import { useDragSource } from "../table/columns/column-drag.ts";
import type { PanelColumn } from "./panel-columns.ts";

type ColumnRowProps = {
  column: PanelColumn;
  /** The column's category, in lists with columns of several. */
  note?: string | undefined;
  onToggle: (key: string) => void;
};

/**
 * A column in the panel. A click or Enter shows or hides it, a pointer drags it into the table. Keys don't drag here:
 * Enter shows it, and the table moves it.
 */
export const ColumnRow = memo(({ column, note, onToggle }: ColumnRowProps) => {
  const { key, title, originalTitle, slow, isShown, unavailable, locked } = column;
  // A shown column can always be hidden, even if the grouping doesn't support it.
  const isOff = unavailable !== null && !isShown;
  const { isDragging, onPointerDown } = useDragSource(key, isOff);
  const second = [title !== originalTitle && originalTitle, note, unavailable, locked].filter(Boolean).join(" · ");
  return (
    <li
      data-off={isOff || undefined}
      data-dragging={isDragging || undefined}
      data-unavailable={unavailable !== null || undefined}
    >
      <button
        type="button"
        aria-pressed={isShown}
        aria-disabled={isOff}
        onClick={() => !isOff && onToggle(key)}
        onPointerDown={onPointerDown}
      >
        <span className="box" aria-hidden="true">
          {isShown && <DoneIcon />}
        </span>
        <span className="words">
          <span className="title">{title}</span>
          {second !== "" && <span className="second">{second}</span>}
        </span>
        {!isOff && (
          <span className="grip" aria-hidden="true">
            <DragIcon fontSize="small" />
          </span>
        )}
      </button>
      {slow && (
        <Tooltip title={slowColumnNote} enterTouchDelay={0} placement="left">
          <Box component="span" className="slow" tabIndex={0} role="img" aria-label={slowColumnNote}>
            <WarningIcon fontSize="small" color="warning" />
          </Box>
        </Tooltip>
      )}
    </li>
  );
});
