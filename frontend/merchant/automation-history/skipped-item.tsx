import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import type { SlotOutcome } from "#domain/wire/automations/automation-history.ts";
import { formatInstant } from "../../shared/time/shop-time.ts";
import { toEntryId } from "./entries.ts";
import { displayedOutcome, outcomeDisplay } from "./outcome-display.ts";

/** Adjacent skipped slots as one line, with the reason. */
export const SkippedItem = ({ range, zone }: { range: SlotOutcome; zone: string }) => {
  const { Icon } = outcomeDisplay[displayedOutcome(range)];
  return (
    <Box
      component="li"
      data-part="skipped"
      id={toEntryId(range)}
      tabIndex={-1}
      sx={{
        display: "flex",
        gap: 1.5,
        px: { xs: 2, sm: 2.5 },
        py: 1.25,
        bgcolor: "surface.sunken",
        color: "text.secondary",
        "li + &": { borderTop: 1, borderColor: "divider" },
        scrollMarginTop: 80,
        outlineOffset: -2,
      }}
    >
      <Icon sx={{ fontSize: 18, mx: "6px", mt: "1px" }} />
      <Typography variant="body2">
        {range.Sentence}{" "}
        <Box component="span" sx={{ fontVariantNumeric: "tabular-nums" }}>
          {range.Count > 1
            ? `${formatInstant(range.From, zone)} to ${formatInstant(range.To, zone)}`
            : formatInstant(range.From, zone)}
        </Box>
      </Typography>
    </Box>
  );
};
