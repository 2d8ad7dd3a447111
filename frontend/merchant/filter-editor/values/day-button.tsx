import Box from "@mui/material/Box";
import Chip from "@mui/material/Chip";
import IconButton from "@mui/material/IconButton";
import Popover from "@mui/material/Popover";
import Tooltip from "@mui/material/Tooltip";
import Typography from "@mui/material/Typography";
import { AdapterLuxon } from "@mui/x-date-pickers/AdapterLuxon";
import { DateCalendar } from "@mui/x-date-pickers/DateCalendar";
import { LocalizationProvider } from "@mui/x-date-pickers/LocalizationProvider";
import type { DateTime } from "luxon";
import { useId, useState } from "react";
import { formatRelativeDay } from "#domain/filters/description/relative-days.ts";
import { BackChevronIcon, ChevronDownIcon, ChevronRightIcon, DateIcon } from "../../../shared/ui/icons.tsx";
import { useShopNow } from "../../use-shop-now.ts";

const slots = { leftArrowIcon: BackChevronIcon, rightArrowIcon: ChevronRightIcon, switchViewIcon: ChevronDownIcon };

/** Common days, relative to today. */
const often = [0, -1, -7, -30, -90, 7];

const capital = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}`;

const MovingDays = ({ onChoose }: { onChoose: (words: string) => void }) => {
  const id = useId();
  return (
    <Box role="group" aria-labelledby={id} sx={{ px: 2.5, pt: 2, maxWidth: 320 }}>
      <Typography variant="overline" component="h3" id={id} color="textSecondary">
        Moves along with today
      </Typography>
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 0.75, mt: 0.5 }}>
        {often.map((days) => (
          <Chip
            key={days}
            size="small"
            variant="outlined"
            label={capital(formatRelativeDay(days))}
            onClick={() => onChoose(formatRelativeDay(days))}
          />
        ))}
      </Box>
    </Box>
  );
};

/** A calendar, and days relative to today, as an alternative to typing. */
const DayButton = ({ field, onChoose }: { field: string; onChoose: (day: string) => void }) => {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const now = useShopNow();
  const choose = (day: DateTime | null, state?: string) => {
    if (state !== "finish" || day === null) return;
    setAnchor(null);
    onChoose(day.toFormat("yyyy-LL-dd"));
  };
  return (
    <>
      <Tooltip title="Choose a day">
        <IconButton
          size="small"
          aria-label={`${field}: choose a day`}
          aria-haspopup="dialog"
          data-keeps-typed=""
          onClick={(event) => setAnchor(event.currentTarget)}
          sx={{ ml: "auto" }}
        >
          <DateIcon fontSize="small" />
        </IconButton>
      </Tooltip>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: "bottom", horizontal: "right" }}
        transformOrigin={{ vertical: "top", horizontal: "right" }}
        data-keeps-typed=""
        slotProps={{ paper: { role: "dialog", "aria-label": `${field}: choose a day` } }}
      >
        <MovingDays
          onChoose={(words) => {
            setAnchor(null);
            onChoose(words);
          }}
        />
        <LocalizationProvider dateAdapter={AdapterLuxon} adapterLocale="en-GB">
          <DateCalendar timezone={now.zoneName ?? "UTC"} autoFocus slots={slots} onChange={choose} />
        </LocalizationProvider>
      </Popover>
    </>
  );
};

export default DayButton;
