import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { localStatusLabels } from "#domain/local-status/labels.ts";
import { getErrorMessage, isSkipped } from "../../shared/api/api-error.ts";
import { formatInstant } from "../../shared/time/shop-time.ts";
import { EmptyState } from "../../shared/ui/empty-state.tsx";
import { HistoryIcon } from "../../shared/ui/icons.tsx";
import { RetryAlert } from "../../shared/ui/retry-alert.tsx";
import { DockedPanel } from "../docked-panel/docked-panel.tsx";
import { useServices } from "../services.tsx";
import { useShopZone } from "../use-shop-zone.ts";

type StatusHistoryProps = {
  orderId: string;
  name: string;
  onClose: () => void;
};

/** The changes of an order's local status, with author and time. */
const StatusHistory = ({ orderId, name, onClose }: StatusHistoryProps) => {
  const { api } = useServices();
  const zone = useShopZone();
  const history = useQuery({
    queryKey: ["local-status-history", orderId],
    queryFn: ({ signal }) => api.localStatusHistory(orderId, signal),
    gcTime: 0,
  });
  return (
    <DockedPanel title={`Local status of ${name}`} onClose={onClose}>
      <Box aria-busy={history.isPending} sx={{ px: 2.5, py: 2 }}>
        {history.isError && !isSkipped(history.error) && (
          <RetryAlert onRetry={() => void history.refetch()}>{getErrorMessage(history.error)}</RetryAlert>
        )}
        {history.data?.length === 0 && (
          <EmptyState compact heading="p" icon={<HistoryIcon />} title="Nobody has set it yet" />
        )}
        <Box component="ul" sx={{ listStyle: "none", m: 0, p: 0 }}>
          {history.data?.map(({ At, By, From, To }) => (
            <Box component="li" key={At} sx={{ py: 1.25, "& + &": { borderTop: 1, borderColor: "divider" } }}>
              <Typography variant="body2" color="textSecondary" sx={{ fontVariantNumeric: "tabular-nums" }}>
                <time dateTime={At}>{formatInstant(At, zone)}</time>, {By}
              </Typography>
              <Typography>
                {localStatusLabels[From]} → {localStatusLabels[To]}
              </Typography>
            </Box>
          ))}
        </Box>
      </Box>
    </DockedPanel>
  );
};

export default StatusHistory;
