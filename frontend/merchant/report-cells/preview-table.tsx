import Box from "@mui/material/Box";
import type { SystemStyleObject, Theme } from "@mui/system";
import { useMemo } from "react";
import { ColumnType } from "#domain/enumerations.ts";
import { createBands } from "#domain/reports/bands.ts";
import type { Preview } from "#domain/wire/reports/report-data.ts";
import type { ReportColumn } from "#domain/wire/reports/reports.ts";
import { localStatusKey } from "../resources/designs/local-status.ts";
import { bandStyles } from "./band-rows.ts";
import { type CellFormat, getCellAlign, toCellFormat, toCellSettings } from "./cell-format.ts";
import { ReportCell } from "./report-cell.tsx";
import { statusOfRow, statusRowStyles } from "./status-rows.ts";

/** The part of a column that its cells and head need. */
export type PreviewColumn = Pick<ReportColumn, "Column" | "Title" | "Type" | "NumberFormat" | "LinkTitleField">;

type PreviewTableProps = {
  preview: Preview;
  /** Columns in order; those without cells in the preview are omitted. */
  columns: readonly PreviewColumn[];
  /** Maximum over all worksheets. */
  maxRows: number;
  label: string;
  /** Notes below column titles, by column key. */
  marks?: ReadonlyMap<string, string> | undefined;
  /** Shows a thumbnail: small and without pictures. */
  small?: boolean;
};

type Shown = { key: string; title: string; look: CellFormat; at: number; titleAt: number };

const columnsIn = (preview: Preview, columns: readonly PreviewColumn[], small: boolean): Shown[] => {
  const shop = toCellSettings(preview);
  return columns.flatMap((column) => {
    const at = preview.Columns.indexOf(column.Column);
    if (at === -1 || (small && column.Type === ColumnType.Image)) return [];
    const titleAt = column.LinkTitleField === null ? -1 : preview.Columns.indexOf(column.LinkTitleField);
    // A thumbnail has no links.
    const Type = small && column.Type === ColumnType.Link ? ColumnType.Text : column.Type;
    return { key: column.Column, title: column.Title, look: toCellFormat({ ...column, Type }, shop), at, titleAt };
  });
};

/** The first rows of all worksheets, at most `maxRows`. */
const firstRows = ({ Sheets }: Preview, maxRows: number): Preview["Sheets"] => {
  let room = maxRows;
  return Sheets.flatMap(({ Name, Rows }) => {
    if (room <= 0) return [];
    const rows = Rows.slice(0, room);
    room -= rows.length;
    return { Name, Rows: rows };
  });
};

const styles = (theme: Theme): SystemStyleObject<Theme> => ({
  borderCollapse: "collapse",
  minWidth: "100%",
  fontSize: "0.8125rem",
  lineHeight: 1.4,
  fontVariantNumeric: "tabular-nums",
  "& th, & td": { px: 1.25, py: 0.75, textAlign: "left", verticalAlign: "top", maxWidth: 240, whiteSpace: "nowrap" },
  "& td": { borderTop: "1px solid", borderColor: "divider", overflow: "hidden", textOverflow: "ellipsis" },
  "& [data-align=right]": { textAlign: "right" },
  "& [data-align=center]": { textAlign: "center" },
  "& thead th": {
    position: "sticky",
    top: 0,
    zIndex: 1,
    bgcolor: "surface.sunken",
    color: "text.secondary",
    fontWeight: 600,
  },
  "& .mark": { display: "block", fontSize: "0.75rem", fontWeight: 400 },
  "& .sheet": { bgcolor: "surface.sunken", fontWeight: 600, color: "text.primary" },
  ...bandStyles,
  ...statusRowStyles,
  "& a": { color: "primary.main" },
  "& img": { display: "block" },
  '&[data-small="true"]': {
    fontSize: "0.625rem",
    "& th, & td": { px: 0.75, py: 0.375, maxWidth: 96, overflow: "hidden", textOverflow: "ellipsis" },
    "& thead th": { position: "static" },
    "& li + li, & br": { display: "none" },
    [theme.breakpoints.down("sm")]: { fontSize: "0.6875rem" },
  },
});

/** The first rows of a report. */
export const PreviewTable = ({ preview, columns, maxRows, label, marks, small = false }: PreviewTableProps) => {
  const visibleColumns = useMemo(() => columnsIn(preview, columns, small), [preview, columns, small]);
  const statusAt = visibleColumns.find(({ key }) => key === localStatusKey)?.at ?? -1;
  return (
    <Box component="table" aria-label={label} data-small={small} sx={styles}>
      <thead>
        <tr>
          {visibleColumns.map(({ key, title, look }) => (
            <th key={key} scope="col" data-align={getCellAlign(look)}>
              {title}
              {marks?.has(key) && <span className="mark">{marks.get(key)}</span>}
            </th>
          ))}
        </tr>
      </thead>
      {firstRows(preview, maxRows).map(({ Name, Rows }, sheet) => {
        const isShaded = createBands(preview.AlternateRowsStyle ?? 0);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: sheets and rows have no ids, and each response replaces them all
          <tbody key={sheet}>
            {Name !== null && (
              <tr>
                <th className="sheet" scope="rowgroup" colSpan={visibleColumns.length}>
                  {Name}
                </th>
              </tr>
            )}
            {Rows.map(({ Cells, StartsOrder }, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: as above
              <tr key={row} data-status={statusOfRow(Cells[statusAt])} data-band={isShaded(StartsOrder)}>
                {visibleColumns.map(({ key, look, at, titleAt }) => (
                  <td key={key} data-align={getCellAlign(look)}>
                    <ReportCell look={look} value={Cells[at] ?? null} title={Cells[titleAt] ?? null} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        );
      })}
    </Box>
  );
};
