import Box from "@mui/material/Box";
import Tooltip from "@mui/material/Tooltip";
import { memo, useId } from "react";
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
  const { key, title, originalTitle, slow, isShown, unavailable, locked, about, example } = column;
  const id = useId();
  // A shown column can always be hidden, even if the grouping doesn't support it.
  const isOff = unavailable !== null && !isShown;
  const { isDragging, onPointerDown } = useDragSource(key, isOff);
  const original = title === originalTitle ? null : originalTitle;
  const second = [original, note, unavailable, locked].filter(Boolean).join(" · ");
  // Hidden from the button's name, which is its title.
  const descriptions = [about !== "" && `${id}-about`, example !== null && `${id}-example`].filter(Boolean);
  return (
    <li
      data-off={isOff || undefined}
      data-dragging={isDragging || undefined}
      data-unavailable={unavailable !== null || undefined}
      data-wordy={[original, unavailable, locked].some((reason) => reason !== null) || undefined}
    >
      <button
        type="button"
        aria-pressed={isShown}
        aria-disabled={isOff}
        aria-describedby={descriptions.length > 0 ? descriptions.join(" ") : undefined}
        onClick={() => !isOff && onToggle(key)}
        onPointerDown={onPointerDown}
      >
        <span className="box" aria-hidden="true">
          {isShown && <DoneIcon />}
        </span>
        <span className="words">
          <span className="top">
            <span className="title">{title}</span>
            {example !== null && (
              <span className="example" id={`${id}-example`} aria-hidden="true">
                e.g. {example}
              </span>
            )}
          </span>
          <span className="details">
            {second !== "" && <span className="second">{second}</span>}
            {about !== "" && (
              <span className="about" id={`${id}-about`} aria-hidden="true">
                {about}
              </span>
            )}
          </span>
        </span>
        <span className="grip" aria-hidden="true">
          <DragIcon fontSize="small" />
        </span>
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
