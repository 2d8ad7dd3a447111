import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { visuallyHidden } from "@mui/utils";
import { DateTime } from "luxon";
import type { HistoryItem } from "#domain/wire/history.ts";
import { formatInstant, formatMoment } from "../../shared/time/shop-time.ts";
import { RestoreIcon } from "../../shared/ui/icons.tsx";

type HistoryLineProps = {
  item: HistoryItem;
  /** Index among all lines. */
  place: number;
  zone: string;
  onRestore: (item: HistoryItem) => void;
};

export const HistoryLine = ({ item, place, zone, onRestore }: HistoryLineProps) => {
  const at = DateTime.fromISO(item.At, { zone });
  return (
    <Box
      component="li"
      data-line={place}
      tabIndex={-1}
      sx={{
        display: "grid",
        gridTemplateColumns: "44px minmax(0, 1fr)",
        columnGap: 1.5,
        px: 2.5,
        py: 1.25,
        outlineOffset: -2,
        "& + &": { borderTop: 1, borderColor: "divider" },
      }}
    >
      <Typography
        component="time"
        variant="body2"
        color="textSecondary"
        dateTime={item.At}
        title={formatMoment(at, { seconds: true })}
        sx={{ fontVariantNumeric: "tabular-nums", justifySelf: "start" }}
      >
        {at.toFormat("HH:mm")}
      </Typography>
      <Box sx={{ minWidth: 0 }}>
        <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: "anywhere" }}>
          {item.By}
        </Typography>
        <Typography sx={{ overflowWrap: "anywhere" }}>{item.Sentence}</Typography>
        {item.RestoredFrom !== null && (
          <Typography variant="body2" color="textSecondary">
            That was on {formatInstant(item.RestoredFrom, zone)}.
          </Typography>
        )}
        {item.CanRestore && (
          <Button
            size="small"
            color="inherit"
            startIcon={<RestoreIcon />}
            aria-haspopup="dialog"
            onClick={() => onRestore(item)}
            sx={{ ml: -1, mt: 0.25, color: "text.secondary" }}
          >
            Restore this version
            <span style={visuallyHidden}> of {formatInstant(item.At, zone)}</span>
          </Button>
        )}
      </Box>
    </Box>
  );
};
