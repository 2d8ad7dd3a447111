import Link from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import { Link as RouterLink } from "react-router-dom";
import { FileType } from "#domain/enumerations.ts";
import { configurationPath } from "../../shared/navigation/configuration-sections.ts";
import { FileTypeIcon } from "../../shared/ui/file-type-icon.tsx";
import { RadioCards } from "./radio-cards.tsx";

/** In the order of S-1.2.10. */
const formats = [
  { type: FileType.Excel, name: "Excel", note: "Numbers and dates to work with" },
  { type: FileType.Html, name: "HTML", note: "A page to read, print or send as a link" },
  { type: FileType.Csv, name: "CSV", note: "Plain text that every program opens" },
  { type: FileType.Xml, name: "XML", note: "For accounting and other systems" },
] as const;

const cards = formats.map(({ type, ...words }) => ({
  ...words,
  value: type,
  icon: <FileTypeIcon type={type} size={38} decorative />,
}));

type FormatFieldProps = { chosen: FileType; onChoose: (type: FileType) => void };

/** One of the four formats of a report's file. */
export const FormatField = ({ chosen, onChoose }: FormatFieldProps) => (
  <>
    <RadioCards<FileType> label="File format" cards={cards} chosen={chosen} onChoose={onChoose} />
    {chosen === FileType.Csv && (
      <Typography variant="body2" sx={{ mt: 1.25 }}>
        <Link component={RouterLink} to={configurationPath({ anchor: "ReportFiles" })}>
          Separator, encoding and other CSV settings
        </Link>
      </Typography>
    )}
  </>
);
