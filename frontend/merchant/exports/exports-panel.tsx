import Close from "@mui/icons-material/Close";
import Refresh from "@mui/icons-material/Refresh";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import CircularProgress from "@mui/material/CircularProgress";
import IconButton from "@mui/material/IconButton";
import Link from "@mui/material/Link";
import Paper from "@mui/material/Paper";
import { keyframes } from "@mui/material/styles";
import Tooltip from "@mui/material/Tooltip";
import Typography from "@mui/material/Typography";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { Link as RouterLink } from "react-router-dom";
import { messageOf } from "../../shared/api/api-error.ts";
import { paths } from "../../shared/navigation/paths.ts";
import { useSession } from "../services.tsx";
import { ExportItem } from "./export-item.tsx";
import type { useExports } from "./use-exports.ts";

export const panelWidth = 400;

type ExportsPanelProps = { exports: ReturnType<typeof useExports>; onClose: () => void };

const slideIn = keyframes({
  from: { transform: "translateX(24px)", opacity: 0 },
  to: { transform: "none", opacity: 1 },
});

/** The side panel. It lies beside the page, so the page stays usable; Escape closes it. */
export const ExportsPanel = ({ exports, onClose }: ExportsPanelProps) => {
  const { jobs, list, cancel } = exports;
  const timeZone = useSession()?.account.iana_timezone ?? "UTC";
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <Paper
      component="aside"
      aria-labelledby="report-exports-title"
      onKeyDown={(event: KeyboardEvent) => event.key === "Escape" && onClose()}
      square
      sx={{
        position: "fixed",
        inset: "0 0 0 auto",
        zIndex: "drawer",
        width: { xs: "100%", sm: panelWidth },
        display: "flex",
        flexDirection: "column",
        borderLeft: { sm: 1 },
        borderColor: { sm: "divider" },
        boxShadow: { sm: 4 },
        animation: `${slideIn} 160ms ease-out`,
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
    </Paper>
  );
};
