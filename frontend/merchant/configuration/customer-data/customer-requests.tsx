import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { CustomerRequest } from "#domain/wire/account/file-receivers.ts";
import { getErrorMessage, isSkipped } from "../../../shared/api/api-error.ts";
import { DownloadIcon } from "../../../shared/ui/icons.tsx";
import { RetryAlert } from "../../../shared/ui/retry-alert.tsx";
import { useServices } from "../../services.tsx";
import { useShopZone } from "../../use-shop-zone.ts";
import { collectFiles } from "./collect-files.ts";
import { describeRequest, describeRequestStatus, describeUnnamed } from "./describe-files.ts";
import { useSaveAnswer } from "./use-save-answer.ts";

/** Customer requests passed on by the store platform, each with its response as a file (P-3, ADR 97). */
export const CustomerRequests = () => {
  const { api } = useServices();
  const requests = useQuery({
    queryKey: ["customer-requests"],
    queryFn: ({ signal }) => api.customerRequests(signal),
    // Personal data must not outlive the page.
    gcTime: 0,
  });
  return (
    <Stack spacing={1}>
      <Box>
        <Typography variant="h3">Requests from your customers</Typography>
        <Typography variant="body2" color="textSecondary">
          When a customer asks what data your store keeps about them, or wants it erased, the store platform lets Sheaf
          know.
        </Typography>
      </Box>
      {requests.isPending ? (
        <Skeleton variant="text" width="60%" height={24} />
      ) : requests.isError ? (
        !isSkipped(requests.error) && (
          <RetryAlert onRetry={() => void requests.refetch()}>{getErrorMessage(requests.error)}</RetryAlert>
        )
      ) : requests.data.length === 0 ? (
        <Typography variant="body2">
          No customer has asked yet. You'll find their requests here, each with its answer.
        </Typography>
      ) : (
        <Box component="ul" aria-label="Requests" sx={{ listStyle: "none", m: 0, p: 0 }}>
          {requests.data.map((request) => (
            <Request key={request.Id} request={request} />
          ))}
        </Box>
      )}
    </Stack>
  );
};

const Request = ({ request }: { request: CustomerRequest }) => {
  const { api } = useServices();
  const zone = useShopZone();
  const save = useSaveAnswer();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const title = describeRequest(request);
  const status = describeRequestStatus(request, zone);
  const action = request.Kind === "data" ? "Save answer" : "Save receivers";

  const gatherAndSave = async () => {
    setBusy(true);
    setFailure(null);
    try {
      const { signal } = new AbortController();
      const files = await collectFiles((Continuation) => api.answerOfRequest({ Id: request.Id, Continuation }, signal));
      save([title, status, ...describeUnnamed(request, files)], files);
    } catch (error) {
      if (!isSkipped(error)) setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Box component="li" sx={{ py: 1.5, borderTop: 1, borderColor: "divider" }}>
      <Stack
        direction={{ xs: "column", sm: "row" }}
        spacing={1.5}
        sx={{ alignItems: { sm: "flex-start" }, justifyContent: "space-between" }}
      >
        <Box sx={{ minWidth: 0 }}>
          <Typography sx={{ fontWeight: 600, overflowWrap: "anywhere" }}>{title}</Typography>
          <Typography variant="body2" color="textSecondary">
            {status}
          </Typography>
        </Box>
        {request.Ready && (
          <Button
            variant="outlined"
            size="small"
            startIcon={<DownloadIcon />}
            loading={busy}
            loadingPosition="start"
            aria-label={`${action}: ${title}`}
            onClick={() => void gatherAndSave()}
            sx={{ flexShrink: 0, alignSelf: "flex-start" }}
          >
            {action}
          </Button>
        )}
      </Stack>
      {failure !== null && (
        <RetryAlert sx={{ mt: 1.5 }} onRetry={() => void gatherAndSave()}>
          {getErrorMessage(failure)}
        </RetryAlert>
      )}
    </Box>
  );
};
