import Close from "@mui/icons-material/Close";
import Box from "@mui/material/Box";
import IconButton from "@mui/material/IconButton";
import LinearProgress from "@mui/material/LinearProgress";
import Tooltip from "@mui/material/Tooltip";
import Typography from "@mui/material/Typography";
import type { ExportView } from "./export-view.ts";

type ExportProgressProps = {
  view: Extract<ExportView, { kind: "running" }>;
  title: string;
  onCancel: () => void;
};

/** Status, bar, and the cancel button until it was pressed. */
export const ExportProgress = ({ view, title, onCancel }: ExportProgressProps) => (
  <Box sx={{ display: "flex", alignItems: "center", gap: 1 }}>
    <Box sx={{ flex: 1 }}>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 0.5 }}>
        {view.label}
      </Typography>
      <LinearProgress
        aria-label={`Progress of ${title}: ${view.label}`}
        {...(view.percent === null
          ? { variant: "indeterminate" }
          : { variant: "determinate", value: Math.round(view.percent) })}
      />
    </Box>
    <Box sx={{ width: 40, height: 40 }}>
      {view.canCancel && (
        <Tooltip title="Cancel">
          <IconButton aria-label={`Cancel ${title}`} onClick={onCancel}>
            <Close fontSize="small" />
          </IconButton>
        </Tooltip>
      )}
    </Box>
  </Box>
);
