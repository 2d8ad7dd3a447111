import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { DateTime } from "luxon";
import { useServices, useSession } from "../services.tsx";
import { emptyReportHints } from "./empty-hints.ts";
import { pageStateKey } from "./use-page-state.ts";

/** 'Why the report is empty?': what in the choices of the Reports page may leave no orders. */
export const EmptyReportDialog = ({ onClose }: { onClose: () => void }) => {
  const { api } = useServices();
  const timeZone = useSession()?.account.iana_timezone ?? "UTC";
  const state = useQuery({ queryKey: pageStateKey, queryFn: ({ signal }) => api.manualExport(signal) });
  const hints = state.data ? emptyReportHints(state.data.UserOrderFilters, DateTime.now().setZone(timeZone)) : [];
  return (
    <Dialog open onClose={onClose} aria-labelledby="empty-report-title" maxWidth="sm" fullWidth>
      <DialogTitle id="empty-report-title">Empty report</DialogTitle>
      <DialogContent>
        <Typography gutterBottom>
          {hints.length > 0
            ? "With your present choices these are the likely reasons:"
            : "No order of your store lies in the chosen dates, or the store has no orders yet."}
        </Typography>
        {hints.length > 0 && (
          <ul>
            {hints.map((hint) => (
              <Typography component="li" key={hint} sx={{ mb: 0.5 }}>
                {hint}
              </Typography>
            ))}
          </ul>
        )}
        <Typography color="textSecondary" variant="body2">
          Days are days of your store's time zone, {timeZone}. A longer date range usually helps.
        </Typography>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} autoFocus>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
};
