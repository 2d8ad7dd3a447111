import IconButton from "@mui/material/IconButton";
import Popover from "@mui/material/Popover";
import Tooltip from "@mui/material/Tooltip";
import { AdapterLuxon } from "@mui/x-date-pickers/AdapterLuxon";
import { DateCalendar } from "@mui/x-date-pickers/DateCalendar";
import { LocalizationProvider } from "@mui/x-date-pickers/LocalizationProvider";
import type { DateTime } from "luxon";
import { useState } from "react";
import { BackChevronIcon, ChevronDownIcon, ChevronRightIcon, DateIcon } from "../../shared/ui/icons.tsx";
import { useShopNow } from "../use-shop-now.ts";

const slots = { leftArrowIcon: BackChevronIcon, rightArrowIcon: ChevronRightIcon, switchViewIcon: ChevronDownIcon };

/** A calendar for who would rather choose a day than type it. */
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
        <LocalizationProvider dateAdapter={AdapterLuxon} adapterLocale="en-GB">
          <DateCalendar timezone={now.zoneName ?? "UTC"} autoFocus slots={slots} onChange={choose} />
        </LocalizationProvider>
      </Popover>
    </>
  );
};

export default DayButton;
