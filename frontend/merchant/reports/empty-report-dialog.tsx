import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import Typography from "@mui/material/Typography";
import { DateTime } from "luxon";
import type { UserOrderFilters } from "#domain/wire/reporting.ts";
import { useSession } from "../services.tsx";
import { emptyReportHints } from "./empty-hints.ts";
import { rangeDays } from "./range-days.ts";

type EmptyReportDialogProps = {
  /** What the report is or was asked for with; null when that was not kept. */
  filters: UserOrderFilters | null;
  /** ISO instant of the request; absent for the choices of now. */
  requestedAt?: string;
  onClose: () => void;
};

const generalReasons = [
  "No order of your store was placed on these days.",
  "The store has no orders yet, or the platform does not show older ones to apps.",
];

/** 'Why the report is empty?': what in the choices may leave no orders (part 1 sections 2.10 and 5). */
export const EmptyReportDialog = ({ filters, requestedAt, onClose }: EmptyReportDialogProps) => {
  const timeZone = useSession()?.account.iana_timezone ?? "UTC";
  const moment = (requestedAt === undefined ? DateTime.now() : DateTime.fromISO(requestedAt)).setZone(timeZone);
  const hints = filters ? emptyReportHints(filters, moment) : [];
  const days = filters && rangeDays(filters, moment);
  return (
    <Dialog open onClose={onClose} aria-labelledby="empty-report-title" maxWidth="sm" fullWidth>
      <DialogTitle id="empty-report-title">Empty report</DialogTitle>
      <DialogContent>
        <Typography>
          {requestedAt === undefined ? "With your present choices" : "With the choices of this report"}{" "}
          {hints.length > 0 ? "these are the likely reasons:" : "there may be these reasons:"}
        </Typography>
        <Box component="ul" sx={{ my: 1.5, pl: 2.5 }}>
          {(hints.length > 0 ? hints : generalReasons).map((hint) => (
            <Typography component="li" key={hint} sx={{ mb: 0.5 }}>
              {hint}
            </Typography>
          ))}
        </Box>
        <Typography color="textSecondary" variant="body2">
          {days && `The dates mean ${days}. `}Days are days of your store's time zone, {timeZone}. A longer date range
          usually helps.
        </Typography>
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
