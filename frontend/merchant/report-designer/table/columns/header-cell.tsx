import { type KeyboardEvent, type MouseEvent, memo, useRef, useState } from "react";
import { ColumnType, Sorting } from "#domain/enumerations.ts";
import type { ReportColumn } from "#domain/wire/reports/reports.ts";
import { AscendingIcon, DescendingIcon, LockIcon, MoreIcon, SortIcon } from "../../../../shared/ui/icons.tsx";
import { getCellAlign } from "../../../report-cells/cell-format.ts";
import { headerSize } from "../layout.ts";
import { ariaSort } from "../sort-labels.ts";
import { TitleField } from "../title-field.tsx";
import { useDragSource } from "./column-drag.ts";
import { ResizeHandle } from "./resize-handle.tsx";

/** Callbacks, which must be stable across renders. */
export type HeaderActions = {
  onSort: (column: ReportColumn) => void;
  onMenu: (column: ReportColumn, anchor: HTMLElement) => void;
  onDraw: (column: ReportColumn, units: number | null) => void;
  onResize: (column: ReportColumn, units: number) => void;
  /** Shows the missing permission and offers to request it. */
  onPermission: (column: ReportColumn) => void;
  /** null means the original title. */
  onRename: (column: string, title: string | null) => void;
};

type HeaderCellProps = HeaderActions & {
  column: ReportColumn;
  /** Why the report has no values for the column; null if it has. */
  problem: string | null;
  /** How the column is sorted, in words. */
  sortLabel: string;
  /** A permission is missing. */
  isLocked: boolean;
  /** Tab reaches the header's controls. */
  inTabOrder: boolean;
  isLifted: boolean;
  onTitleKeyDown: (event: KeyboardEvent<HTMLElement>, column: ReportColumn) => void;
  onTitleFocus: (column: ReportColumn) => void;
  onTitleBlur: () => void;
};

const SortMark = ({ sorting }: { sorting: number }) => {
  if (sorting === Sorting.Ascending) return <AscendingIcon />;
  return sorting === Sorting.Descending ? <DescendingIcon /> : <SortIcon />;
};

/** A column's header: drags, sorts and resizes it, opens its menu, and renames it in place by a double click or F2. */
export const HeaderCell = memo((props: HeaderCellProps) => {
  const { column, problem, sortLabel, isLocked, inTabOrder, isLifted, onSort, onMenu, onDraw, onResize } = props;
  const { isDragging, onPointerDown } = useDragSource(column.Column);
  const size = headerSize(column.Width);
  const openMenu = (event: MouseEvent<HTMLElement>) => {
    // A resting finger is about to drag.
    if ("pointerType" in event.nativeEvent && event.nativeEvent.pointerType === "touch") return;
    event.preventDefault();
    onMenu(column, event.currentTarget);
  };
  const tabIndex = inTabOrder ? 0 : -1;
  const [isRenaming, setRenaming] = useState(false);
  const title = useRef<HTMLButtonElement>(null);
  return (
    <th
      scope="col"
      aria-sort={ariaSort[column.Sorting as Sorting]}
      data-column={column.Column}
      data-align={getCellAlign({ type: column.Type as ColumnType })}
      data-disabled={problem !== null || undefined}
      data-dragging={isDragging || isLifted || undefined}
      data-size={size}
      onContextMenu={openMenu}
      onPointerDown={onPointerDown}
    >
      <div className="head">
        {isLocked && (
          <button
            type="button"
            className="tool lock"
            aria-label={`No access to ${column.Title}: give permission`}
            title="No access yet: give permission"
            tabIndex={tabIndex}
            onClick={() => props.onPermission(column)}
          >
            <LockIcon />
          </button>
        )}
        <button
          ref={title}
          type="button"
          data-part="title"
          className="title"
          title={problem === null ? column.Title : `${column.Title}. ${problem}`}
          aria-describedby={problem === null ? "column-keys" : `problem-${column.Column} column-keys`}
          aria-pressed={isLifted}
          tabIndex={tabIndex}
          onDoubleClick={() => setRenaming(true)}
          onKeyDown={(event) => {
            if (event.key !== "F2") return props.onTitleKeyDown(event, column);
            event.preventDefault();
            setRenaming(true);
          }}
          onFocus={() => props.onTitleFocus(column)}
          onBlur={props.onTitleBlur}
        >
          {column.Title}
        </button>
        {isRenaming && (
          <TitleField
            column={column}
            onRename={(renamed) => props.onRename(column.Column, renamed)}
            onEnd={(byKey) => {
              setRenaming(false);
              if (byKey) title.current?.focus();
            }}
          />
        )}
        {problem !== null && (
          <span id={`problem-${column.Column}`} hidden>
            {problem}
          </span>
        )}
        <span className="tools" data-sorted={column.Sorting !== Sorting.None || undefined}>
          {size === "usual" && (
            <button
              type="button"
              className="tool"
              data-sorted={column.Sorting !== Sorting.None || undefined}
              aria-label={`Sort by ${column.Title}, ${sortLabel}`}
              title={`Sort, now ${sortLabel}`}
              tabIndex={tabIndex}
              onClick={() => onSort(column)}
            >
              <SortMark sorting={column.Sorting} />
            </button>
          )}
          {size !== "too small" && (
            <button
              type="button"
              className="tool"
              data-part="menu"
              aria-label={`Menu of ${column.Title}`}
              aria-haspopup="menu"
              tabIndex={tabIndex}
              onClick={(event) => onMenu(column, event.currentTarget)}
            >
              <MoreIcon />
            </button>
          )}
        </span>
      </div>
      {column.Type !== ColumnType.Image && (
        <ResizeHandle column={column} inTabOrder={inTabOrder} onDraw={onDraw} onResize={onResize} />
      )}
    </th>
  );
});
