import Box from "@mui/material/Box";
import IconButton from "@mui/material/IconButton";
import LinearProgress from "@mui/material/LinearProgress";
import Tooltip from "@mui/material/Tooltip";
import Typography from "@mui/material/Typography";
import { CloseIcon } from "../../shared/ui/icons.tsx";
import type { ExportView } from "./export-view.ts";

type ExportProgressProps = {
  view: Extract<ExportView, { kind: "running" }>;
  title: string;
  onCancel: () => void;
};

/** Status, progress bar, and the cancel button until it is pressed. */
export const ExportProgress = ({ view, title, onCancel }: ExportProgressProps) => {
  const percent = view.percent === null ? null : Math.round(view.percent);
  return (
    <Box sx={{ display: "flex", alignItems: "center", gap: 1 }}>
      <Box sx={{ flex: 1 }}>
        <Box sx={{ display: "flex", justifyContent: "space-between", mb: 0.5 }}>
          <Typography variant="body2" color="textSecondary">
            {view.label}
          </Typography>
          {percent !== null && (
            <Typography variant="body2" color="textSecondary" aria-hidden="true">
              {percent} %
            </Typography>
          )}
        </Box>
        <LinearProgress
          aria-label={`Progress of ${title}: ${view.label}`}
          {...(percent === null ? { variant: "indeterminate" } : { variant: "determinate", value: percent })}
        />
      </Box>
      <Box sx={{ minWidth: 36, minHeight: 36, mr: -1 }}>
        {view.canCancel && (
          <Tooltip title="Cancel">
            <IconButton aria-label={`Cancel ${title}`} onClick={onCancel}>
              <CloseIcon fontSize="small" />
            </IconButton>
          </Tooltip>
        )}
      </Box>
    </Box>
  );
};
