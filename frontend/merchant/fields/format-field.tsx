import Link from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import { Link as RouterLink } from "react-router-dom";
import type { FileType } from "#domain/enumerations.ts";
import { fileFormats, offeredFileTypes } from "#domain/file-formats.ts";
import { configurationPath } from "../../shared/navigation/configuration-sections.ts";
import { FileTypeIcon } from "../../shared/ui/file-type-icon.tsx";
import { RadioCards } from "./radio-cards.tsx";

const cards = offeredFileTypes.map((type) => ({
  name: fileFormats[type].name,
  note: fileFormats[type].choice.note,
  value: type,
  icon: <FileTypeIcon type={type} size={38} decorative />,
}));

type FormatFieldProps = { chosen: FileType; onChoose: (type: FileType) => void };

/** The format of a report's file. */
export const FormatField = ({ chosen, onChoose }: FormatFieldProps) => (
  <>
    <RadioCards<FileType> label="File format" cards={cards} chosen={chosen} onChoose={onChoose} />
    {fileFormats[chosen].extension.isChosen && (
      <Typography variant="body2" sx={{ mt: 1.25 }}>
        <Link component={RouterLink} to={configurationPath({ anchor: "ReportFiles" })}>
          Separator, encoding and other CSV settings
        </Link>
      </Typography>
    )}
  </>
);
