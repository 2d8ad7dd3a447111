import Box from "@mui/material/Box";
import ButtonBase from "@mui/material/ButtonBase";
import Chip from "@mui/material/Chip";
import Collapse from "@mui/material/Collapse";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import { type ReactNode, useId, useState } from "react";
import { ChevronDownIcon } from "../../shared/ui/icons.tsx";

type SectionProps = {
  title: string;
  note: string;
  /** Number of its values; shown beside its name. */
  count: number;
  startsOpen: boolean;
  children: ReactNode;
};

/** A collapsible group of fields with its number of values. */
export const Section = ({ title, note, count, startsOpen, children }: SectionProps) => {
  const id = useId();
  const [open, setOpen] = useState(startsOpen);
  return (
    <Paper variant="outlined" component="section" aria-labelledby={`${id}-title`} sx={{ overflow: "clip" }}>
      <Typography variant="h2" component="h2" sx={{ m: 0 }}>
        <ButtonBase
          aria-expanded={open}
          aria-controls={`${id}-fields`}
          onClick={() => setOpen(!open)}
          sx={{
            font: "inherit",
            width: "100%",
            minHeight: 56,
            px: { xs: 2, sm: 3 },
            gap: 1.25,
            justifyContent: "flex-start",
            textAlign: "left",
            "&:hover": { bgcolor: "action.hover" },
            "&.Mui-focusVisible": { outlineOffset: -2 },
          }}
        >
          <span id={`${id}-title`}>{title}</span>
          {count > 0 && (
            <Chip
              component="span"
              size="small"
              color="primary"
              label={count === 1 ? "1 value" : `${count} values`}
              sx={{ fontVariantNumeric: "tabular-nums" }}
            />
          )}
          <Typography
            component="span"
            variant="body2"
            color="textSecondary"
            sx={{ flex: 1, textAlign: "right", display: { xs: "none", sm: "block" } }}
          >
            {note}
          </Typography>
          <ChevronDownIcon
            fontSize="small"
            sx={{
              color: "text.secondary",
              ml: { xs: "auto", sm: 0 },
              transition: "transform 150ms",
              transform: open ? "rotate(180deg)" : "none",
            }}
          />
        </ButtonBase>
      </Typography>
      <Collapse in={open} unmountOnExit timeout={150}>
        <Box id={`${id}-fields`} sx={{ borderTop: 1, borderColor: "divider" }}>
          {children}
        </Box>
      </Collapse>
    </Paper>
  );
};
