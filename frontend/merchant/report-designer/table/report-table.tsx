import Box from "@mui/material/Box";
import GlobalStyles from "@mui/material/GlobalStyles";
import { visuallyHidden } from "@mui/utils";
import { memo, useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { Grouping } from "#domain/enumerations.ts";
import { rowUnitNames } from "#domain/groupings/row-unit.ts";
import type { ReportColumn } from "#domain/wire/reports/reports.ts";
import { type CellFormat, type CellSettings, toCellFormat } from "../../report-cells/cell-format.ts";
import type { FormulaSettings } from "../formulas.ts";
import type { ChooseStatus } from "../local-status/use-local-statuses.ts";
import { BodyRow, type Missing } from "./body-row.tsx";
import type { DropTarget } from "./columns/drop-target.ts";
import { type HeaderActions, HeaderCell } from "./columns/header-cell.tsx";
import { StaticHeader } from "./columns/static-header.tsx";
import { useKeyboardMove } from "./columns/use-keyboard-move.ts";
import { useVisibleColumns } from "./columns/use-visible-columns.ts";
import { computeEdges, drawnWidth } from "./layout.ts";
import type { TableValues } from "./preview-values.ts";
import { sortLabel } from "./sort-labels.ts";
import { tableClass, tableSheet } from "./table-styles.ts";
import { useFirstRows } from "./use-first-rows.tsx";

type ReportTableProps = Omit<HeaderActions, "onDraw"> & {
  /** Visible columns, left to right; at least one. */
  columns: readonly ReportColumn[];
  grouping: Grouping;
  /** Null before the first reading. */
  values: TableValues | null;
  missing: Missing;
  /** Of the preview. */
  settings: FormulaSettings;
  shop: CellSettings;
  target: DropTarget;
  /** Headers can be moved and resized; otherwise a list of columns does that. */
  isEditable: boolean;
  /** Columns without a permission yet. */
  locked: ReadonlySet<string>;
  /** A newly added column, to highlight. */
  marked: string | null;
  onMarked: () => void;
  onMove: (column: string, to: number) => void;
  onChooseStatus: ChooseStatus;
};

const createCellFormats = (shop: CellSettings) => {
  const known = new WeakMap<ReportColumn, CellFormat>();
  return (column: ReportColumn): CellFormat => {
    const format = known.get(column) ?? toCellFormat(column, shop);
    known.set(column, format);
    return format;
  };
};

/** Placeholder rows during loading. */
const waitingRows = ["1", "2", "3", "4", "5", "6", "7", "8"].map((key) => ({
  key,
  isFirstOfOrder: false,
  startsOrder: false,
  cells: [],
}));
const nothingRead: TableValues = { sheets: [{ key: "0", name: null, rows: waitingRows }], placeOf: new Map() };

const problemOf = (column: ReportColumn, grouping: Grouping): string | null =>
  column.Disabled
    ? `Not available with one row per ${rowUnitNames[grouping]}: choose another grouping, or hide it`
    : null;

/** The report as it will be, edited in place (S-2.2). */
export const ReportTable = memo((props: ReportTableProps) => {
  const {
    columns,
    grouping,
    missing,
    settings,
    shop,
    target,
    isEditable,
    onMove,
    locked,
    onSort,
    onMenu,
    onResize,
    onPermission,
    onRename,
    onChooseStatus,
  } = props;
  const values = props.values ?? nothingRead;
  const [announcement, setAnnouncement] = useState("");
  const [active, setActive] = useState<string | null>(null);

  const look = useMemo(() => createCellFormats(shop), [shop]);
  const drawn = useMemo(() => columns.map((column) => ({ column, look: look(column) })), [columns, look]);
  const widths = useMemo(() => columns.map(({ Width }) => drawnWidth(Width)), [columns]);
  const edges = useMemo(() => computeEdges(widths), [widths]);
  useEffect(() => target.setEdges(edges), [target, edges]);
  const width = edges.at(-1) ?? 0;
  const inSight = useVisibleColumns(target.scroller, edges);

  const markedAt = columns.findIndex(({ Column }) => Column === props.marked);
  const latest = useRef(columns);
  latest.current = columns;
  const onDraw = useCallback(
    ({ Column }: ReportColumn, units: number | null) => {
      // A band follows the pointer, as laying out the table on every move would take too long.
      const index = latest.current.findIndex((other) => other.Column === Column);
      target.stretch(units === null || index < 0 ? null : { at: index, width: drawnWidth(units) });
    },
    [target],
  );

  const { sheets, end } = useFirstRows(values.sheets);
  const { lifted, onKeyDown, onBlur } = useKeyboardMove({ columns, target, onMove, say: setAnnouncement });
  const onTitleFocus = useCallback(({ Column }: ReportColumn) => setActive(Column), []);
  const inTabOrder = columns.some(({ Column }) => Column === active) ? active : columns[0]?.Column;

  return (
    <Box
      ref={target.setScroller}
      // Without editing, keys must be able to scroll the table.
      tabIndex={isEditable ? -1 : 0}
      role="region"
      aria-label="Preview"
      sx={{
        position: "relative",
        overflow: "auto",
        overscrollBehaviorX: "contain",
        maxHeight: { xs: "70dvh", sm: "calc(100dvh - 220px)" },
        minHeight: 200,
        border: 1,
        borderColor: "divider",
        borderRadius: 1.25,
        bgcolor: "background.paper",
      }}
    >
      <GlobalStyles styles={tableSheet} />
      <div className={tableClass}>
        <table aria-label="Preview of the report" aria-colcount={columns.length} style={{ width }}>
          <colgroup>
            {columns.map(({ Column }, index) => (
              <col key={Column} style={{ width: widths[index] }} />
            ))}
          </colgroup>
          <thead>
            <tr>
              {columns.map((column) =>
                isEditable ? (
                  <HeaderCell
                    key={column.Column}
                    column={column}
                    problem={problemOf(column, grouping)}
                    sortLabel={sortLabel(column, settings)}
                    isLocked={locked.has(column.Column)}
                    inTabOrder={column.Column === inTabOrder}
                    isLifted={column.Column === lifted}
                    onTitleKeyDown={onKeyDown}
                    onTitleFocus={onTitleFocus}
                    onTitleBlur={onBlur}
                    onSort={onSort}
                    onMenu={onMenu}
                    onDraw={onDraw}
                    onResize={onResize}
                    onPermission={onPermission}
                    onRename={onRename}
                  />
                ) : (
                  <StaticHeader key={column.Column} column={column} problem={problemOf(column, grouping)} />
                ),
              )}
            </tr>
          </thead>
          {sheets.map((sheet) => (
            <tbody key={sheet.key}>
              {sheet.name !== null && (
                <tr className="sheet">
                  <th scope="rowgroup" colSpan={columns.length}>
                    <span>{sheet.name}</span>
                  </th>
                </tr>
              )}
              {sheet.rows.map((row) => (
                <BodyRow
                  key={row.key}
                  columns={drawn}
                  inSight={inSight}
                  row={row}
                  placeOf={values.placeOf}
                  missing={missing}
                  onChooseStatus={onChooseStatus}
                />
              ))}
            </tbody>
          ))}
        </table>
        {end}
        <div className="over">
          <div className="band" ref={target.setBand} style={{ opacity: 0 }} />
          <div className="line" ref={target.setLine} />
          {markedAt >= 0 && (
            <div
              className="mark"
              key={props.marked}
              style={{ left: edges[markedAt], width: widths[markedAt] }}
              onAnimationEnd={props.onMarked}
            />
          )}
        </div>
      </div>
      <span id="column-keys" hidden>
        Press Space to move the column with the arrow keys, F2 to rename it.
      </span>
      <span role="status" style={visuallyHidden}>
        {announcement}
      </span>
    </Box>
  );
});
