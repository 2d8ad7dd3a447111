import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import { getErrorMessage, isSkipped } from "../../../shared/api/api-error.ts";
import { RetryAlert } from "../../../shared/ui/retry-alert.tsx";
import { ChangesGrant } from "./changes-grant.tsx";
import { PastSessions } from "./past-sessions.tsx";
import { useSupportSessions } from "./use-support-sessions.ts";

/** The merchant's grant to support, and support's impersonation sessions. */
export const SupportAccess = () => {
  const sessions = useSupportSessions();
  if (sessions.isPending) return <Skeleton variant="text" width="60%" height={24} />;
  if (sessions.isError)
    return isSkipped(sessions.error) ? null : (
      <RetryAlert onRetry={() => void sessions.refetch()}>{getErrorMessage(sessions.error)}</RetryAlert>
    );
  return (
    <Stack spacing={4}>
      <ChangesGrant grant={sessions.data.Grant} />
      <PastSessions looks={sessions.data.Looks} />
    </Stack>
  );
};
