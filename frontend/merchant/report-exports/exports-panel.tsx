import Box from "@mui/material/Box";
import CircularProgress from "@mui/material/CircularProgress";
import IconButton from "@mui/material/IconButton";
import Link from "@mui/material/Link";
import Tooltip from "@mui/material/Tooltip";
import { visuallyHidden } from "@mui/utils";
import { Link as RouterLink } from "react-router-dom";
import { getErrorMessage } from "../../shared/api/api-error.ts";
import { paths } from "../../shared/navigation/paths.ts";
import { EmptyState } from "../../shared/ui/empty-state.tsx";
import { RefreshIcon } from "../../shared/ui/icons.tsx";
import { RetryAlert } from "../../shared/ui/retry-alert.tsx";
import { DockedPanel } from "../docked-panel/docked-panel.tsx";
import type { useExports } from "../resources/exports/use-exports.ts";
import { useShopZone } from "../use-shop-zone.ts";
import { ExportItem, exportItemId } from "./export-item.tsx";

type ExportsPanelProps = { exports: ReturnType<typeof useExports>; onClose: () => void };

/** Id of the button that opens the panel and gets the focus back. */
export const openButtonId = "open-report-exports";

/** Scrolls to an export and focuses it, so that Tab continues with its controls. */
const showItem = (id: string): void => {
  const item = document.getElementById(exportItemId(id));
  item?.scrollIntoView({ block: "nearest" });
  item?.focus({ preventScroll: true });
};

export const ExportsPanel = ({ exports, onClose }: ExportsPanelProps) => {
  const { jobs, list, cancel, retry } = exports;
  const timeZone = useShopZone();
  const runAgain = async (id: string) => {
    const repeat = await retry(id);
    // Its item renders with the next frame.
    if (repeat) requestAnimationFrame(() => showItem(repeat.ReportExportId));
  };
  return (
    <DockedPanel
      title="Report exports"
      onClose={onClose}
      returnTo={openButtonId}
      actions={
        <Tooltip title="Refresh">
          <span>
            <IconButton
              aria-label="Refresh Report exports"
              onClick={() => void list.refetch()}
              disabled={list.isFetching}
            >
              <RefreshIcon />
            </IconButton>
          </span>
        </Tooltip>
      }
    >
      <Box aria-busy={list.isPending}>
        {list.isError && (
          <RetryAlert sx={{ m: 2.5 }} onRetry={() => void list.refetch()}>
            {getErrorMessage(list.error)}
          </RetryAlert>
        )}
        {list.isPending && (
          <Box sx={{ display: "grid", placeItems: "center", py: 6 }}>
            <CircularProgress size={28} aria-label="Loading report exports" />
          </Box>
        )}
        {list.isSuccess && jobs.length === 0 && (
          <EmptyState
            compact
            illustration="exports"
            heading="p"
            title={
              <>
                No report exports found. Try creating one at{" "}
                <Link component={RouterLink} to={paths.reports}>
                  Reports
                </Link>
              </>
            }
          />
        )}
        {jobs.length > 0 && (
          <Box component="ul" aria-label="Report exports" sx={{ listStyle: "none", m: 0, p: 0 }}>
            {jobs.map((job) => (
              <ExportItem
                key={job.ReportExportId}
                job={job}
                jobs={jobs}
                timeZone={timeZone}
                onCancel={cancel}
                onRetry={runAgain}
                onShow={showItem}
              />
            ))}
          </Box>
        )}
      </Box>
      <Box role="status" sx={visuallyHidden}>
        {exports.announcement}
      </Box>
    </DockedPanel>
  );
};
