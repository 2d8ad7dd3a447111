import Box from "@mui/material/Box";
import type { AutomationStatus } from "#domain/enumerations.ts";
import { ActiveIcon, ExpiredIcon, PausedIcon, SuspendedIcon } from "../../../shared/ui/icons.tsx";
import { type StatusDisplay, statusDisplay } from "./status-display.ts";

const icons = { active: ActiveIcon, paused: PausedIcon, expired: ExpiredIcon, suspended: SuspendedIcon } as const;

export const statusColors: Readonly<Record<StatusDisplay["color"], string>> = {
  success: "success.main",
  default: "text.secondary",
  warning: "warning.main",
  error: "error.main",
  info: "text.secondary",
};

/** An automated report's status: its icon (S-2.2.4) and always its word. */
export const StatusBadge = ({ status }: { status: AutomationStatus }) => {
  const { label, color, icon } = statusDisplay[status];
  const Icon = icons[icon];
  return (
    <Box
      component="span"
      data-part="status"
      sx={{
        display: "inline-flex",
        // Aligns its word with the text beside it.
        alignItems: "baseline",
        gap: 0.75,
        color: statusColors[color],
        fontSize: "0.8125rem",
        fontWeight: 550,
        lineHeight: "20px",
      }}
    >
      <Icon sx={{ fontSize: 17, mt: "1.5px", alignSelf: "flex-start" }} />
      {label}
    </Box>
  );
};
