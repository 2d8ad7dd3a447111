import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import { DateTime } from "luxon";
import { getErrorMessage, isSkipped } from "../../../shared/api/api-error.ts";
import { useShopZone } from "../../use-shop-zone.ts";

type FailureNoteProps = {
  failure: unknown;
  /** Start of the failure, ms since 1970; null if unknown. */
  since: number | null;
  /** An older table is still shown. */
  hasTable: boolean;
  /** The store is slow; the page repeats the request by itself. */
  isGathering: boolean;
  onRetry: () => void;
};

/** The reason and time of a failed refresh (S-2.8); the old table stays. */
export const FailureNote = ({ failure, since, hasTable, isGathering, onRetry }: FailureNoteProps) => {
  const zone = useShopZone();
  if (failure === null || isSkipped(failure)) return null;
  const moment = since === null ? "" : ` since ${DateTime.fromMillis(since, { zone }).toFormat("HH:mm")}`;
  const words = isGathering
    ? getErrorMessage(failure)
    : hasTable
      ? `We haven't been able to refresh the report${moment}, so it shows the orders from before. ${getErrorMessage(failure)}`
      : getErrorMessage(failure);
  return (
    <Alert
      severity={isGathering ? "info" : "warning"}
      role="alert"
      square
      sx={{ border: 0, borderBottom: 1, borderRadius: 0, overflowWrap: "anywhere" }}
      action={
        !isGathering && (
          <Button color="inherit" size="small" onClick={onRetry}>
            Try again
          </Button>
        )
      }
    >
      {words}
    </Alert>
  );
};
