import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { visuallyHidden } from "@mui/utils";
import type { About } from "#domain/wire/about.ts";
import { describeDay, type ShopDay } from "../../shared/time/describe-day.ts";
import { formatInstant } from "../../shared/time/shop-time.ts";

/** Two lines at most, ending in dots if cut. */
const twoLines = {
  display: "-webkit-box",
  WebkitBoxOrient: "vertical",
  WebkitLineClamp: 2,
  overflow: "hidden",
  overflowWrap: "anywhere",
} as const;

type MomentProps = { did: string; at: string; day: ShopDay };

/** `Changed yesterday`; with the exact time for screen readers. */
const Moment = ({ did, at, day }: MomentProps) => (
  <Box component="time" dateTime={at} sx={{ whiteSpace: "nowrap" }}>
    {did} {describeDay(at, day)}
    <span style={visuallyHidden}>, {formatInstant(at, day.zone)}</span>
  </Box>
);

/** A row's summary, its last change and its last use. */
export const RowAbout = ({ about, day }: { about: About; day: ShopDay }) => (
  <>
    <Typography variant="body2" color="textSecondary" sx={{ ...twoLines, mt: 0.25 }}>
      {about.summary}
    </Typography>
    <Typography variant="caption" color="textSecondary" component="p" sx={{ mt: 0.25 }}>
      <Moment did="Changed" at={about.changed_at} day={day} />
      {about.last_used_at !== undefined && (
        <>
          {" · "}
          {about.last_used_at === null ? "Not used yet" : <Moment did="Last used" at={about.last_used_at} day={day} />}
        </>
      )}
    </Typography>
  </>
);

/** The full text for hover. */
export const rowHint = (title: string, about: About | null, zone: string): string => {
  if (about === null) return title;
  const lines = [title, about.summary, `Changed ${formatInstant(about.changed_at, zone)}`];
  if (about.last_used_at) lines.push(`Last used ${formatInstant(about.last_used_at, zone)}`);
  return lines.join("\n");
};
