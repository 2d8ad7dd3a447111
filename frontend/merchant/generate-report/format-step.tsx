import Box from "@mui/material/Box";
import Link from "@mui/material/Link";
import Radio from "@mui/material/Radio";
import RadioGroup from "@mui/material/RadioGroup";
import { styled } from "@mui/material/styles";
import Typography from "@mui/material/Typography";
import { visuallyHidden } from "@mui/utils";
import { useId } from "react";
import { Link as RouterLink } from "react-router-dom";
import { FileType } from "#domain/enumerations.ts";
import { configurationPath } from "../../shared/navigation/configuration-sections.ts";
import { FileTypeIcon } from "../../shared/ui/file-type-icon.tsx";

/** In the order of S-1.2.10. */
const formats = [
  { type: FileType.Excel, name: "Excel", note: "Numbers and dates to work with" },
  { type: FileType.Html, name: "HTML", note: "A page to read, print or send as a link" },
  { type: FileType.Csv, name: "CSV", note: "Plain text that every program opens" },
  { type: FileType.Xml, name: "XML", note: "For accounting and other systems" },
] as const;

const Card = styled("label")(({ theme }) => ({
  position: "relative",
  display: "flex",
  gap: 12,
  alignItems: "center",
  padding: "10px 12px",
  borderRadius: 10,
  border: `1px solid ${theme.vars.palette.line.control}`,
  backgroundColor: theme.vars.palette.background.paper,
  cursor: "pointer",
  transition: theme.transitions.create(["border-color", "background-color"], { duration: 120 }),
  "&:hover": { borderColor: theme.vars.palette.text.secondary },
  "&:has(:checked)": {
    borderColor: theme.vars.palette.primary.main,
    boxShadow: `inset 0 0 0 1px ${theme.vars.palette.primary.main}`,
    backgroundColor: theme.vars.palette.soft.primary,
  },
  "&:has(:focus-visible)": { outline: `2px solid ${theme.vars.palette.primary.main}`, outlineOffset: 2 },
}));

type FormatStepProps = { chosen: FileType; onChoose: (type: FileType) => void };

/** Step 2: one of the four formats. */
export const FormatStep = ({ chosen, onChoose }: FormatStepProps) => {
  const id = useId();
  return (
    <>
      <RadioGroup
        aria-label="File format"
        value={chosen}
        onChange={(_event, value) => {
          const format = formats.find(({ type }) => String(type) === value);
          if (format) onChoose(format.type);
        }}
        sx={{ display: "grid", gridTemplateColumns: "1fr 1fr", gap: 1.25 }}
      >
        {formats.map(({ type, name, note }) => (
          <Card key={type}>
            <Radio
              value={type}
              disableRipple
              slotProps={{ input: { "aria-labelledby": `${id}-${type}`, "aria-describedby": `${id}-${type}-note` } }}
              sx={{ ...visuallyHidden, position: "absolute" }}
            />
            <FileTypeIcon type={type} size={38} decorative />
            <Box component="span" sx={{ minWidth: 0 }}>
              <Typography component="span" variant="h3" id={`${id}-${type}`} sx={{ display: "block" }}>
                {name}
              </Typography>
              <Typography
                component="span"
                variant="body2"
                color="textSecondary"
                id={`${id}-${type}-note`}
                // On a telephone the names are enough for the eye.
                sx={(theme) => ({ display: "block", [theme.breakpoints.down("sm")]: visuallyHidden })}
              >
                {note}
              </Typography>
            </Box>
          </Card>
        ))}
      </RadioGroup>
      {chosen === FileType.Csv && (
        <Typography variant="body2" sx={{ mt: 1.25 }}>
          <Link component={RouterLink} to={configurationPath({ anchor: "ReportFiles" })}>
            Separator, encoding and other CSV settings
          </Link>
        </Typography>
      )}
    </>
  );
};
