import Alert from "@mui/material/Alert";
import { ApiError, getErrorMessage } from "../../shared/api/api-error.ts";

/** Reason for a failed login; its message gives none. Details of other errors are for support. */
const reasonOf = (error: unknown): string | null =>
  error instanceof ApiError && error.code.startsWith("FeAuth") ? error.details : null;

/** A failed step of the account flow: the specified sentence, and the reason if any. */
export const AccountProblem = ({ error }: { error: unknown }) => {
  const reason = reasonOf(error);
  return (
    <Alert severity="error" sx={{ textAlign: "left" }}>
      {getErrorMessage(error)}
      {reason !== null && <div>{reason}</div>}
    </Alert>
  );
};
