import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import { useQuery } from "@tanstack/react-query";
import { isSkipped, messageOf } from "../../../shared/api/api-error.ts";
import { RetryAlert } from "../../../shared/ui/retry-alert.tsx";
import { useServices } from "../../services.tsx";
import { ChangesGrant } from "./changes-grant.tsx";
import { looksKey } from "./looks-key.ts";
import { PastLooks } from "./past-looks.tsx";

/** What support may do at the shop, who of them looked and what they changed. */
export const SupportAccess = () => {
  const { api } = useServices();
  const looks = useQuery({
    queryKey: looksKey,
    queryFn: ({ signal }) => api.supportLooks(signal),
    refetchOnWindowFocus: true,
  });
  if (looks.isPending) return <Skeleton variant="text" width="60%" height={24} />;
  if (looks.isError)
    return isSkipped(looks.error) ? null : (
      <RetryAlert onRetry={() => void looks.refetch()}>{messageOf(looks.error)}</RetryAlert>
    );
  return (
    <Stack spacing={4}>
      <ChangesGrant grant={looks.data.Grant} />
      <PastLooks looks={looks.data.Looks} />
    </Stack>
  );
};
