import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import { useRef } from "react";
import type { NumberFormat } from "#domain/designs/design.ts";
import type { ReportColumn } from "#domain/wire/reports/reports.ts";
import { FixButton } from "../fix-button.tsx";
import { formatProblemIn, formatsMeantIn } from "../formats.ts";

type FormatNotesProps = {
  inFile: readonly ReportColumn[];
  onMend: (column: string, format: NumberFormat) => void;
};

/** Notes on saved number formats that present rules refuse, each with its likely meanings. */
export const FormatNotes = ({ inFile, onMend }: FormatNotesProps) => {
  const notes = useRef<HTMLDivElement>(null);
  return (
    <Box ref={notes} tabIndex={-1} sx={{ outline: "none" }}>
      {inFile.map((column) => {
        const problem = formatProblemIn(column);
        return problem === undefined ? null : (
          <Alert key={column.Column} severity="warning" sx={{ mb: 2, overflowWrap: "anywhere" }}>
            Check the numeric format of {column.Title}. {problem}
            {formatsMeantIn(column).map(({ code, format }) => (
              <FixButton
                key={code}
                use={code}
                onUse={() => {
                  onMend(column.Column, format);
                  // The focused button disappears.
                  notes.current?.focus();
                }}
              />
            ))}
          </Alert>
        );
      })}
    </Box>
  );
};
