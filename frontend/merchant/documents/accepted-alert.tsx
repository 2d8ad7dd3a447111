import Alert from "@mui/material/Alert";
import { formatInstant } from "../../shared/time/shop-time.ts";
import { useSession } from "../services.tsx";
import { useShopZone } from "../use-shop-zone.ts";

/** The time of the shop's acceptance, in its zone (S-2.2.9); hidden without a login. */
export const AcceptedAlert = () => {
  const account = useSession()?.account;
  const zone = useShopZone();
  if (!account?.accept_terms_etc) return null;
  return (
    <Alert severity="success" sx={{ alignItems: "center" }}>
      You read and accept this legal document at {formatInstant(account.accept_terms_etc, zone)}
    </Alert>
  );
};
