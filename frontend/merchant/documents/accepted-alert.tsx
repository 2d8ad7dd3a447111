import Alert from "@mui/material/Alert";
import { formatInstant } from "../../shared/time/shop-time.ts";
import { useSession } from "../services.tsx";

/** When the shop accepted, in its own time zone (part 2 section 2, 'Legal document pages'); nothing for anybody else. */
export const AcceptedAlert = () => {
  const account = useSession()?.account;
  if (!account?.accept_terms_etc) return null;
  return (
    <Alert severity="success" sx={{ alignItems: "center" }}>
      You read and accept this legal document at {formatInstant(account.accept_terms_etc, account.iana_timezone)}
    </Alert>
  );
};
