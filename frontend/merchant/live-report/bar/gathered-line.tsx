import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import LinearProgress from "@mui/material/LinearProgress";
import Typography from "@mui/material/Typography";
import { DateTime } from "luxon";
import { formatMoment } from "../../../shared/time/shop-time.ts";
import { useShopZone } from "../../use-shop-zone.ts";
import { describeMerge, describeSize } from "../table/report-facts.ts";
import type { ShownReport } from "../table/show-report.ts";

type GatheredLineProps = {
  shown: ShownReport | null;
  /** Text about orders not shown yet; empty if none. */
  news: string;
  /** Text about counted orders that the report doesn't show; empty if none. */
  passedBy: string;
  isFetching: boolean;
  onShowNews: () => void;
  /** A wall display has no controls but the exit. */
  isWall: boolean;
};

/** Time of day, with the date unless it is today. */
const momentWords = (instant: string, zone: string): string => {
  const at = DateTime.fromISO(instant, { zone });
  return at.hasSame(DateTime.now().setZone(zone), "day") ? at.toFormat("HH:mm") : formatMoment(at);
};

/** 'Gathered at: HH:MM' in the shop's zone (S-2.2.3), the changes of the last refresh, and later orders. */
export const GatheredLine = ({ shown, news, passedBy, isFetching, onShowNews, isWall }: GatheredLineProps) => {
  const zone = useShopZone();
  const came = shown === null || shown.merged.isRebuilt ? "" : describeMerge(shown.merged);
  return (
    <Box sx={{ position: "relative", px: 1.5, py: 0.75, borderBottom: 1, borderColor: "divider" }}>
      {isFetching && (
        <LinearProgress
          aria-label="Gathering orders"
          sx={{ position: "absolute", inset: "auto 0 -1px 0", height: 2 }}
        />
      )}
      <Box
        sx={{
          display: "flex",
          flexWrap: "wrap",
          alignItems: "center",
          columnGap: 2,
          minHeight: 36,
          fontVariantNumeric: "tabular-nums",
          ...(isWall && { fontSize: "1.5rem", "& .MuiTypography-root": { fontSize: "inherit" } }),
        }}
      >
        <Typography sx={{ fontWeight: 600 }}>
          Gathered at: {shown === null ? "…" : momentWords(shown.facts.gatheredAt, zone)}
        </Typography>
        {shown !== null && (
          <Typography variant="body2" color="textSecondary">
            {describeSize(shown.facts)}
          </Typography>
        )}
        <Typography variant="body2" color="textSecondary" role="status">
          {[came, passedBy].filter((words) => words !== "").join(". ")}
        </Typography>
        <Box role="status" sx={{ ml: { sm: "auto" }, display: "flex", alignItems: "center", columnGap: 1 }}>
          {news !== "" && (
            <>
              <Typography sx={{ fontWeight: 600, color: "primary.main" }}>{news}</Typography>
              {!isWall && (
                <Button size="small" variant="outlined" color="inherit" onClick={onShowNews}>
                  Show
                </Button>
              )}
            </>
          )}
        </Box>
      </Box>
    </Box>
  );
};
