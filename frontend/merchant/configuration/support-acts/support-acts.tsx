import Box from "@mui/material/Box";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { isSkipped, messageOf } from "../../../shared/api/api-error.ts";
import { formatInstant } from "../../../shared/time/shop-time.ts";
import { RetryAlert } from "../../../shared/ui/retry-alert.tsx";
import { useServices, useSession } from "../../services.tsx";
import { useShopZone } from "../../use-shop-zone.ts";

/** What our support did for the shop, newest first (ADR 102). */
export const SupportActs = () => {
  const { api } = useServices();
  const zone = useShopZone();
  const acts = useQuery({
    queryKey: ["support-acts"],
    queryFn: ({ signal }) => api.supportActs(signal),
    refetchOnWindowFocus: true,
  });
  const isSupport = useSession()?.support !== undefined;
  if (acts.isPending) return <Skeleton variant="text" width="60%" height={24} />;
  if (acts.isError)
    return isSkipped(acts.error) ? null : (
      <RetryAlert onRetry={() => void acts.refetch()}>{messageOf(acts.error)}</RetryAlert>
    );
  if (acts.data.length === 0)
    return (
      <Typography variant="body2">
        {isSupport
          ? "Nothing yet. When support changes the tier, restarts a report or does something else for the merchant, it stands here."
          : "Nothing yet. When our support changes your tier, restarts a report or does something else for you, it stands here."}
      </Typography>
    );
  return (
    <Box component="ul" aria-label="What support did" sx={{ listStyle: "none", m: 0, p: 0 }}>
      {acts.data.map(({ Id, At, What }) => (
        <Box component="li" key={Id} sx={{ py: 1.5, borderTop: 1, borderColor: "divider" }}>
          <Typography sx={{ overflowWrap: "anywhere" }}>{What}</Typography>
          <Typography variant="body2" color="textSecondary">
            Sheaf support, {formatInstant(At, zone)}
          </Typography>
        </Box>
      ))}
    </Box>
  );
};
