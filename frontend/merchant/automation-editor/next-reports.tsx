import Box from "@mui/material/Box";
import Paper from "@mui/material/Paper";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { DateTime } from "luxon";
import { useId } from "react";
import type { AutomationInfo } from "#domain/wire/automations/automation-info.ts";
import { formatCoveredPeriod } from "../../shared/time/format-covered-period.ts";
import { formatZone } from "../../shared/time/format-zone.ts";
import { formatMoment } from "../../shared/time/shop-time.ts";
import { MissingOrder } from "../resources/missing-order/missing-order.tsx";
import { useShopZone } from "../use-shop-zone.ts";

const sayRun = (instant: string, zone: string): string => {
  const at = DateTime.fromISO(instant, { zone, locale: "en" });
  return `${at.toFormat("ccc")} ${formatMoment(at)}`;
};

/** Widths without a second column. */
const between = "@container (min-width: 560px) and (max-width: 859px)";

const places = [1, 2, 3, 4, 5] as const;

type NextReportsProps = {
  automationId: string;
  info: AutomationInfo | undefined;
  isFailed: boolean;
  isRunning: boolean;
  /** A report without a filter can't start (R-59). */
  lacksFilter: boolean;
};

/** The next reports and their periods, by the saved schedule (S-2.3.10). */
export const NextReports = ({ automationId, info, isFailed, isRunning, lacksFilter }: NextReportsProps) => {
  const id = useId();
  const zone = useShopZone();
  const period = info?.Period ?? info?.NextSlots[0]?.Period;
  return (
    <Paper component="section" variant="outlined" aria-labelledby={id} sx={{ p: 2, [between]: { p: 3 } }}>
      <Typography variant="h2" id={id} sx={{ mb: 0.5 }}>
        Next reports
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1.5 }}>
        {lacksFilter ? (
          "No report is planned until you choose a filter."
        ) : (
          <>
            {isRunning ? "Times" : "Planned if you start it now. Times"} in your shop's time zone, {formatZone(zone)}.
          </>
        )}
      </Typography>
      {lacksFilter ? null : info === undefined ? (
        isFailed ? (
          <Typography variant="body2">
            We can't load the next reports right now. They'll appear here as soon as we can.
          </Typography>
        ) : (
          <Box role="status" aria-label="Loading the plan" aria-busy="true">
            {/* The heights of what comes: a period, and reports on two lines or one. */}
            <Skeleton variant="text" height={40} sx={{ mb: 1.5 }} />
            {places.map((place) => (
              <Skeleton key={place} variant="text" sx={{ height: 52, [between]: { height: 32.5 } }} />
            ))}
          </Box>
        )
      ) : (
        <>
          <Typography variant="overline" component="h3" color="textSecondary">
            Period
          </Typography>
          <Typography sx={{ mb: 1.5 }}>
            {period ? formatCoveredPeriod(period, zone) : "No report is planned."}
          </Typography>
          {info.NextSlots.length > 0 && (
            <Box
              component="ol"
              aria-label="The next reports and what each covers"
              sx={{ m: 0, p: 0, listStyle: "none" }}
            >
              {info.NextSlots.map(({ RunsAt, Period }) => (
                <Box
                  component="li"
                  key={RunsAt}
                  sx={{
                    py: 0.75,
                    borderTop: 1,
                    borderColor: "divider",
                    typography: "body2",
                    display: "grid",
                    // Puts all rows on one line, or none, as a mix is hard to read.
                    [between]: { display: "flex", justifyContent: "space-between", columnGap: 1.5 },
                  }}
                >
                  <Box component="span" sx={{ fontWeight: 550, fontVariantNumeric: "tabular-nums" }}>
                    {sayRun(RunsAt, zone)}
                  </Box>
                  <Box component="span" sx={{ color: "text.secondary" }}>
                    Covers {formatCoveredPeriod(Period, zone)}
                  </Box>
                </Box>
              ))}
            </Box>
          )}
          <Box sx={{ mt: 1.5 }}>
            <MissingOrder
              of={{ id: automationId, RunId: null }}
              hint="Checks the newest report, or the next one before the first, by the filter and the order as they are now."
            />
          </Box>
        </>
      )}
    </Paper>
  );
};
