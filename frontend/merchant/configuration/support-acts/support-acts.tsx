import Box from "@mui/material/Box";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { getErrorMessage, isSkipped } from "../../../shared/api/api-error.ts";
import { formatInstant } from "../../../shared/time/shop-time.ts";
import { RetryAlert } from "../../../shared/ui/retry-alert.tsx";
import { useServices, useSession } from "../../services.tsx";
import { useShopZone } from "../../use-shop-zone.ts";
import { useSupportSessions } from "../support-access/use-support-sessions.ts";
import { listSupportActions } from "./list-support-actions.ts";

/**
 * Everything that support changed for the shop, newest first: at the console (ADR 102) and in impersonation sessions
 * (ADR 100).
 */
export const SupportActs = () => {
  const { api } = useServices();
  const zone = useShopZone();
  const acts = useQuery({
    queryKey: ["support-acts"],
    queryFn: ({ signal }) => api.supportActs(signal),
    refetchOnWindowFocus: true,
  });
  const sessions = useSupportSessions();
  const isSupport = useSession()?.support !== undefined;
  if (acts.isPending || sessions.isPending) return <Skeleton variant="text" width="60%" height={24} />;
  const failed = [acts, sessions].find(({ isError }) => isError);
  if (acts.isError || sessions.isError)
    return isSkipped(failed?.error) ? null : (
      <RetryAlert onRetry={() => void failed?.refetch()}>{getErrorMessage(failed?.error)}</RetryAlert>
    );
  const actions = listSupportActions(acts.data, sessions.data.Looks);
  if (actions.length === 0)
    return (
      <Typography variant="body2">
        {isSupport
          ? "Nothing yet. Whatever support does for the merchant is listed here, such as changing a filter or restarting a report."
          : "Nothing yet. Whatever our support does for you is listed here, such as changing a filter or restarting a report."}
      </Typography>
    );
  return (
    <Box component="ul" aria-label="What support did" sx={{ listStyle: "none", m: 0, p: 0 }}>
      {actions.map(({ key, at, what, who }) => (
        <Box component="li" key={key} sx={{ py: 1.5, borderTop: 1, borderColor: "divider" }}>
          <Typography sx={{ overflowWrap: "anywhere" }}>{what}</Typography>
          <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: "anywhere" }}>
            {who}, {formatInstant(at, zone)}
          </Typography>
        </Box>
      ))}
    </Box>
  );
};
