import Box from "@mui/material/Box";
import type { AutomationStatus } from "#domain/enumerations.ts";
import { ActiveIcon, ExpiredIcon, PausedIcon, SuspendedIcon } from "../../../shared/ui/icons.tsx";
import { type StatusLook, statusLook } from "./status-words.ts";

const icons = { active: ActiveIcon, paused: PausedIcon, expired: ExpiredIcon, suspended: SuspendedIcon } as const;

/** Of the word and its icon. */
export const statusColors: Readonly<Record<StatusLook["color"], string>> = {
  success: "success.main",
  default: "text.secondary",
  warning: "warning.main",
  error: "error.main",
  info: "text.secondary",
};

/** Status of an automated report: its icon (S-2.2.4) and, always, its word. */
export const StatusSign = ({ status }: { status: AutomationStatus }) => {
  const { word, color, icon } = statusLook[status];
  const Icon = icons[icon];
  return (
    <Box
      component="span"
      data-part="status"
      sx={{
        display: "inline-flex",
        // Its word stands on the line of the words beside.
        alignItems: "baseline",
        gap: 0.75,
        color: statusColors[color],
        fontSize: "0.8125rem",
        fontWeight: 550,
        lineHeight: "20px",
      }}
    >
      <Icon sx={{ fontSize: 17, mt: "1.5px", alignSelf: "flex-start" }} />
      {word}
    </Box>
  );
};
