import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import CircularProgress from "@mui/material/CircularProgress";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import { useId } from "react";
import { getErrorMessage, isSkipped } from "../../shared/api/api-error.ts";
import { EmptyState } from "../../shared/ui/empty-state.tsx";
import { RetryAlert } from "../../shared/ui/retry-alert.tsx";
import { ListSkeleton } from "../listing/list-skeleton.tsx";
import { type Entry, toEntryId } from "./entries.ts";
import { type RunActions, RunItem } from "./run-item.tsx";
import { isCarriedToNext } from "./run-text.ts";
import { SkippedItem } from "./skipped-item.tsx";
import type { useRuns } from "./use-runs.ts";

type RunListProps = {
  runs: ReturnType<typeof useRuns>;
  entries: readonly Entry[];
  zone: string;
  /** `Next report: …`. */
  next: string;
  isPlanned: boolean;
} & RunActions;

/** All runs, newest first, with skipped slots in between (S-2.2.6). */
export const RunList = ({ runs, entries, zone, next, isPlanned, ...actions }: RunListProps) => {
  const headingId = useId();
  const newest = runs.data?.pages.flat().find(isCarriedToNext)?.RunId;
  return (
    <Paper component="section" variant="outlined" aria-labelledby={headingId}>
      <Typography
        variant="h2"
        id={headingId}
        sx={{ px: { xs: 2, sm: 2.5 }, py: 2, borderBottom: 1, borderColor: "divider" }}
      >
        Runs
      </Typography>
      {runs.isPending && <ListSkeleton name="the history" />}
      {runs.isError && runs.data === undefined && !isSkipped(runs.error) && (
        <RetryAlert sx={{ m: 2.5 }} onRetry={() => void runs.refetch()}>
          {getErrorMessage(runs.error)}
        </RetryAlert>
      )}
      {runs.isSuccess && entries.length === 0 && (
        <EmptyState
          compact
          heading="h3"
          illustration="exports"
          title="There are no automation exports yet."
          text={next}
        />
      )}
      {entries.length > 0 && (
        <Box component="ul" aria-labelledby={headingId} sx={{ listStyle: "none", m: 0, p: 0 }}>
          {entries.map((entry) =>
            entry.kind === "run" ? (
              <RunItem
                key={entry.run.RunId}
                run={entry.run}
                zone={zone}
                hasNext={isPlanned || entry.run.RunId !== newest}
                {...actions}
              />
            ) : (
              <SkippedItem key={toEntryId(entry.range)} range={entry.range} zone={zone} />
            ),
          )}
        </Box>
      )}
      {runs.hasNextPage && (
        <Box sx={{ display: "grid", px: 2.5, py: 2, borderTop: 1, borderColor: "divider" }}>
          {/* Stays enabled during loading, since it has the focus. */}
          <Button
            variant="outlined"
            color="inherit"
            aria-busy={runs.isFetchingNextPage}
            startIcon={runs.isFetchingNextPage && <CircularProgress size={16} color="inherit" aria-hidden />}
            onClick={() => void runs.fetchNextPage({ cancelRefetch: false })}
          >
            Load older
          </Button>
        </Box>
      )}
    </Paper>
  );
};
