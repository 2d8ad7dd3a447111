import Box from "@mui/material/Box";
import Skeleton from "@mui/material/Skeleton";
import { getErrorMessage } from "../../shared/api/api-error.ts";
import { RetryAlert } from "../../shared/ui/retry-alert.tsx";

/** A failed read, with a retry. */
export const ReadFailed = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => (
  <RetryAlert onRetry={onRetry}>{getErrorMessage(error)}</RetryAlert>
);

/** Placeholder for loading lines. `name`: what is loading. */
export const LinesSkeleton = ({ name }: { name: string }) => (
  <Box role="status" aria-label={name} sx={{ px: 2.5, pt: 2 }}>
    {[74, 58, 81, 66, 70].map((width) => (
      <Box key={width} sx={{ py: 1.25 }}>
        <Skeleton width="32%" />
        <Skeleton width={`${width}%`} />
      </Box>
    ))}
  </Box>
);
