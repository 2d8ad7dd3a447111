import Alert from "@mui/material/Alert";
import type { ReportColumn } from "#domain/wire/reports.ts";
import { formatProblemIn } from "../formats.ts";

/** Number formats that were saved before they would be refused. `inFile`: the columns of the file. */
export const FormatNotes = ({ inFile }: { inFile: readonly ReportColumn[] }) =>
  inFile.map((column) => {
    const problem = formatProblemIn(column);
    return problem === undefined ? null : (
      <Alert key={column.Column} severity="warning" sx={{ mb: 2, overflowWrap: "anywhere" }}>
        Check the numeric format of {column.Title}. {problem}
      </Alert>
    );
  });
