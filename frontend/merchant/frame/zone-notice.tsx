import Alert from "@mui/material/Alert";
import { resolveZone } from "#domain/dates/resolve-zone.ts";
import { useSession } from "../services.tsx";

/**
 * Warns on every page that dates and times aren't in the shop's zone, because the server or this browser doesn't know
 * it.
 */
export const ZoneNotice = () => {
  const account = useSession()?.account;
  if (account === undefined) return null;
  const { iana_timezone: zone, unknown_timezone } = account;
  const unknown = unknown_timezone ?? (resolveZone(zone) === zone ? undefined : zone);
  if (unknown === undefined) return null;
  return (
    <Alert severity="info" sx={{ mb: 2, overflowWrap: "anywhere" }}>
      Your store’s time zone “{unknown}” isn't one we know, so dates and times are in UTC. Choose another time zone in
      your store’s settings, then log in again.
    </Alert>
  );
};
