import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { DateTime } from "luxon";
import type { UserOrderFilters } from "#domain/wire/reports/reporting.ts";
import { formatRangeDays } from "../../shared/time/range-days.ts";
import { useShopZone } from "../use-shop-zone.ts";
import { ReportFunnel } from "./report-funnel.tsx";
import { useEmptyHints } from "./use-empty-hints.ts";

type EmptyReportDialogProps = {
  /** The report's choices; null if they were not kept. */
  filters: UserOrderFilters | null;
  /** ISO instant of the request; absent for present choices. */
  requestedAt?: string;
  /** Orders are chosen one by one. */
  selects?: boolean;
  onClose: () => void;
};

const generalReasons = [
  "Your store had no orders on these days.",
  "Your store has no orders yet, or the platform doesn't show older ones to apps.",
];

const selectedReasons = ["The orders you chose may have been deleted from your store."];

/** Choices that may leave no orders (S-1.2.10 and S-1.5). */
const EmptyReportDialog = ({ filters, requestedAt, selects = false, onClose }: EmptyReportDialogProps) => {
  const timeZone = useShopZone();
  const moment = (requestedAt === undefined ? DateTime.now() : DateTime.fromISO(requestedAt)).setZone(timeZone);
  const { hints, isReading, filter } = useEmptyHints({ filters, moment, isReport: requestedAt !== undefined, selects });
  const reasons = selects ? selectedReasons : generalReasons;
  const days = filters && formatRangeDays(filters, moment);
  return (
    <Dialog open onClose={onClose} aria-labelledby="empty-report-title" maxWidth="sm" fullWidth>
      <DialogTitle id="empty-report-title">Empty report</DialogTitle>
      <DialogContent>
        <Typography>
          {requestedAt === undefined ? "With your current choices," : "With the choices of this report,"}{" "}
          {hints.length > 0 ? "these are the likely reasons:" : "these are possible reasons:"}
        </Typography>
        <Box component="ul" sx={{ my: 1.5, pl: 2.5 }}>
          {(hints.length > 0 || isReading ? hints : reasons).map((hint) => (
            <Typography component="li" key={hint} sx={{ mb: 0.5 }}>
              {hint}
            </Typography>
          ))}
          {isReading && (
            <li>
              <Skeleton aria-label="Looking at the filter" />
            </li>
          )}
        </Box>
        {filters && filter && days && !selects && (
          <ReportFunnel
            filter={filter}
            filters={filters}
            at={requestedAt === undefined ? null : moment.toUTC().toISO()}
          />
        )}
        {!selects && (
          <Typography color="textSecondary" variant="body2">
            {days && `The range is ${days}. `}Days are in your store's time zone, {timeZone}. A longer date range
            {filters?.report_filter_id ? " or a wider filter" : ""} usually helps.
            {requestedAt !== undefined &&
              filters?.report_filter_id &&
              " This describes the filter as it is now. The report was made with the filter as it was then."}
          </Typography>
        )}
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose} autoFocus>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
};

export default EmptyReportDialog;
