import Box from "@mui/material/Box";
import Chip from "@mui/material/Chip";
import type { SxProps, Theme } from "@mui/material/styles";
import { visuallyHidden } from "@mui/utils";
import type { ReportColumnInfo } from "#domain/wire/reports/columns.ts";
import { formatNotes, groupByCategory, groupingsText, isSlow, typeName } from "../resources/columns/column-list.ts";

/** Below this width every column is a block. */
const wide = "md";

const tableStyle: SxProps<Theme> = (theme) => ({
  width: "100%",
  borderCollapse: "collapse",
  tableLayout: "fixed",
  fontSize: "0.8125rem",
  lineHeight: 1.5,
  textAlign: "left",
  "& th, & td": { verticalAlign: "top", p: "10px 12px", overflowWrap: "anywhere", fontWeight: 400 },
  "& th:first-of-type": { pl: 2.5 },
  "& tbody tr": { borderTop: "1px solid", borderColor: "divider" },
  "& thead th": {
    position: "sticky",
    top: 0,
    zIndex: 1,
    bgcolor: "surface.sunken",
    color: "text.secondary",
    fontWeight: 600,
  },
  "& .category": { bgcolor: "background.paper", fontSize: "0.9375rem", fontWeight: 600, pt: 3, pb: 1 },
  "& .name": { fontWeight: 600 },
  "& .key, & .note, & .where, & .type": { color: "text.secondary" },
  "& .key": { display: "block", fontWeight: 400, fontSize: "0.75rem" },
  [theme.breakpoints.down(wide)]: {
    "&, & tbody, & tr, & th, & td": { display: "block" },
    // For screen readers only, as each cell names its content.
    "& thead": visuallyHidden,
    "& tbody tr": { p: "12px 16px" },
    "& th, & td, & th:first-of-type": { p: 0, mt: 0.5 },
    "& .type::before": { content: '"Type: "', fontWeight: 600 },
    "& .note::before": { content: '"Note: "', fontWeight: 600 },
    "& .where::before": { content: '"Possible in: "', fontWeight: 600 },
    "& .note:empty": { display: "none" },
  },
});

/**
 * The columns as one table with a row group per category. Explicit roles, because browsers drop them from tables with
 * block layout.
 */
export const ColumnsTable = ({ columns }: { columns: readonly ReportColumnInfo[] }) => (
  <Box component="table" role="table" aria-label="Report columns" sx={tableStyle}>
    <colgroup>
      <col style={{ width: "22%" }} />
      <col style={{ width: "9%" }} />
      <col style={{ width: "31%" }} />
      <col style={{ width: "23%" }} />
      <col style={{ width: "15%" }} />
    </colgroup>
    <Box component="thead" role="rowgroup">
      <Box component="tr" role="row">
        {["Name", "Type", "Description", "Note", "Possible in"].map((head) => (
          <Box component="th" role="columnheader" scope="col" key={head}>
            {head}
          </Box>
        ))}
      </Box>
    </Box>
    {groupByCategory(columns).map((group) => (
      <Box component="tbody" role="rowgroup" key={group.name}>
        <Box component="tr" role="row">
          <Box component="th" role="rowheader" scope="rowgroup" colSpan={5} className="category">
            {group.name}
          </Box>
        </Box>
        {group.columns.map((column) => (
          <ColumnRow key={column.Column} column={column} />
        ))}
      </Box>
    ))}
  </Box>
);

const ColumnRow = ({ column }: { column: ReportColumnInfo }) => (
  <Box component="tr" role="row">
    <Box component="th" role="rowheader" scope="row" className="name">
      {column.Name}
      {isSlow(column) && <Chip size="small" color="warning" label="Slow" sx={{ ml: 1, height: 20 }} />}
      <span className="key">in XML: {column.Column}</span>
    </Box>
    <Box component="td" role="cell" className="type">
      {typeName(column)}
    </Box>
    <Box component="td" role="cell">
      {column.Description}
    </Box>
    <Box component="td" role="cell" className="note">
      {formatNotes(column)}
    </Box>
    <Box component="td" role="cell" className="where">
      {groupingsText(column)}
    </Box>
  </Box>
);
