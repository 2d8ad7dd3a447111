import Box from "@mui/material/Box";
import { FileType } from "#domain/enumerations.ts";

const names: Record<number, string> = {
  [FileType.Html]: "HTML",
  [FileType.Excel]: "XLSX",
  [FileType.Csv]: "CSV",
  [FileType.Xml]: "XML",
};

/** The format as a small sheet with its name on it. */
export const FileTypeIcon = ({ type }: { type: number }) => (
  <Box
    role="img"
    aria-label={`${names[type] ?? "Report"} file`}
    sx={{
      flex: "none",
      width: 38,
      height: 44,
      border: 1,
      borderColor: "divider",
      borderRadius: 0.75,
      borderTopRightRadius: 12,
      bgcolor: "background.default",
      display: "grid",
      placeItems: "end center",
      pb: 0.75,
      fontSize: "0.6875rem",
      fontWeight: 700,
      color: "primary.main",
    }}
  >
    <span aria-hidden="true">{names[type] ?? "FILE"}</span>
  </Box>
);
