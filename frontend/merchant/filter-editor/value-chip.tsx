import Box from "@mui/material/Box";
import Chip, { type ChipProps } from "@mui/material/Chip";
import type { FilterMoment } from "#domain/filters/compiled.ts";
import { holdsDate } from "#domain/filters/date-words.ts";
import type { Siever } from "#domain/filters/sievers.ts";
import { createDateReplacer } from "#domain/filters/wishes.ts";
import { HelpIcon } from "../../shared/ui/icons.tsx";
import { chipWords } from "./value-words.ts";

type ValueChipProps = ChipProps & {
  value: string;
  siever: Siever;
  /** Whose day is said of `date(…)` in it. */
  moment: FilterMoment;
  /** The shop does not seem to have it. */
  isDoubtful?: boolean;
};

const whyErased = "This value was erased, because personal data had to be. It matches nothing.";

/** One value. Clicked, or Enter on it, it becomes text again. */
export const ValueChip = ({ value, siever, moment, isDoubtful = false, sx, ...props }: ValueChipProps) => {
  const { lead, text, erased } = chipWords(value, siever, moment);
  const today = holdsDate(value) ? createDateReplacer(moment)(value) : null;
  return (
    <Chip
      {...props}
      size="small"
      title={erased ? whyErased : today === null ? "Edit" : `Today: ${today}`}
      label={
        <>
          {lead && (
            <Box
              component="span"
              sx={{ color: "text.secondary", fontWeight: 500, ...(text !== undefined && { mr: 0.5 }) }}
            >
              {lead}{" "}
            </Box>
          )}
          {erased ? <i>{text}</i> : text}
          {isDoubtful && (
            <HelpIcon
              titleAccess="Not in your newest orders"
              sx={{ fontSize: "0.9375rem", color: "warning.main", ml: 0.5, verticalAlign: "-2px" }}
            />
          )}
        </>
      }
      sx={[
        {
          height: "auto",
          minHeight: 26,
          maxWidth: "100%",
          color: "text.primary",
          bgcolor: "surface.sunken",
          border: 1,
          borderColor: "divider",
          fontSize: "0.8125rem",
          "& .MuiChip-label": { whiteSpace: "pre-line", overflowWrap: "anywhere", py: 0.25 },
          "&:hover, &.Mui-focusVisible": { bgcolor: "action.hover" },
          "&.Mui-focusVisible, &:focus": { borderColor: "primary.main" },
        },
        ...(Array.isArray(sx) ? sx : [sx]),
      ]}
    />
  );
};
