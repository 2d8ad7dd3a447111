import Close from "@mui/icons-material/Close";
import Refresh from "@mui/icons-material/Refresh";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import CircularProgress from "@mui/material/CircularProgress";
import Drawer from "@mui/material/Drawer";
import IconButton from "@mui/material/IconButton";
import Link from "@mui/material/Link";
import Tooltip from "@mui/material/Tooltip";
import Typography from "@mui/material/Typography";
import { visuallyHidden } from "@mui/utils";
import { type KeyboardEvent, useRef } from "react";
import { Link as RouterLink } from "react-router-dom";
import { messageOf } from "../../shared/api/api-error.ts";
import { paths } from "../../shared/navigation/paths.ts";
import { useSession } from "../services.tsx";
import { ExportItem } from "./export-item.tsx";
import type { useExports } from "./use-exports.ts";

export const panelWidth = 400;

type ExportsPanelProps = { open: boolean; exports: ReturnType<typeof useExports>; onClose: () => void };

/** The side panel. It lies beside the page, so the page stays usable; Escape closes it. */
export const ExportsPanel = ({ open, exports, onClose }: ExportsPanelProps) => {
  const { jobs, list, cancel, announcement } = exports;
  const timeZone = useSession()?.account.iana_timezone ?? "UTC";
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <Drawer
      variant="persistent"
      anchor="right"
      open={open}
      slotProps={{
        // Not before it slides in: what is hidden cannot take the focus.
        transition: { onEntering: () => heading.current?.focus({ preventScroll: true }) },
        paper: {
          component: "aside",
          "aria-labelledby": "report-exports-title",
          onKeyDown: (event: KeyboardEvent) => event.key === "Escape" && onClose(),
          sx: { width: { xs: "100%", sm: panelWidth }, boxShadow: { xs: 0, sm: 4 } },
        },
      }}
    >
      <Box sx={{ display: "flex", alignItems: "center", px: 2.5, py: 1.25, borderBottom: 1, borderColor: "divider" }}>
        <Typography
          variant="h2"
          id="report-exports-title"
          ref={heading}
          tabIndex={-1}
          sx={{ flex: 1, "&:focus": { outline: "none" } }}
        >
          Report exports
        </Typography>
        <Tooltip title="Refresh">
          <span>
            <IconButton aria-label="Refresh report exports" onClick={() => list.refetch()} disabled={list.isFetching}>
              <Refresh />
            </IconButton>
          </span>
        </Tooltip>
        <Tooltip title="Close">
          <IconButton aria-label="Close report exports" onClick={onClose} edge="end">
            <Close />
          </IconButton>
        </Tooltip>
      </Box>
      <Box sx={{ overflowY: "auto", flex: 1 }} aria-busy={list.isPending}>
        {list.isError && (
          <Alert severity="error" sx={{ m: 2 }}>
            {messageOf(list.error)}
          </Alert>
        )}
        {list.isPending && (
          <Box sx={{ display: "grid", placeItems: "center", py: 6 }}>
            <CircularProgress size={28} aria-label="Loading report exports" />
          </Box>
        )}
        {list.isSuccess && jobs.length === 0 && (
          <Typography color="textSecondary" sx={{ px: 2.5, py: 6, textAlign: "center" }}>
            No report exports found. Try creating one at{" "}
            <Link component={RouterLink} to={paths.reports}>
              Reports
            </Link>
          </Typography>
        )}
        <Box component="ul" aria-labelledby="report-exports-title" sx={{ listStyle: "none", m: 0, p: 0 }}>
          {jobs.map((job) => (
            <ExportItem key={job.ReportExportId} job={job} timeZone={timeZone} onCancel={cancel} />
          ))}
        </Box>
      </Box>
      <Box role="status" sx={visuallyHidden}>
        {announcement}
      </Box>
    </Drawer>
  );
};
