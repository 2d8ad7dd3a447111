import Badge from "@mui/material/Badge";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Fab from "@mui/material/Fab";
import { visuallyHidden } from "@mui/utils";
import { createPortal } from "react-dom";
import { DownloadIcon } from "../../shared/ui/icons.tsx";
import { useBarSlots } from "../bottom-bar/bar-slots.ts";

type ExportsButtonProps = { id: string; running: number; onClick: () => void };

/**
 * Opens the panel; its badge counts running reports. On a wide screen it floats (S-1.2.12) over a strip of its own, as an
 * icon if a panel is open. On a narrow screen it is at the end of the bar, on a phone with a
 * shorter name, the same on every page.
 */
export const ExportsButton = ({ id, running, onClick }: ExportsButtonProps) => {
  const { end } = useBarSlots();
  const icon = (
    <Badge badgeContent={running} color="warning" aria-hidden="true">
      <DownloadIcon fontSize="small" />
    </Badge>
  );
  const count = running > 0 && <span style={visuallyHidden}>, {running} in progress</span>;
  if (end !== null)
    return createPortal(
      <Button
        id={id}
        variant="outlined"
        color="inherit"
        onClick={onClick}
        sx={{ gap: 1, minWidth: 44, minHeight: 44, px: { xs: 1.5, sm: 2 }, whiteSpace: "nowrap" }}
      >
        {icon}
        <span>
          <Box component="span" sx={(theme) => ({ [theme.breakpoints.down("sm")]: visuallyHidden })}>
            Report{" "}
          </Box>
          <Box
            component="span"
            sx={(theme) => ({
              [theme.breakpoints.down("sm")]: { display: "inline-block", textTransform: "capitalize" },
            })}
          >
            exports
          </Box>
        </span>
        {count}
      </Button>,
      end,
    );
  return (
    <Fab
      id={id}
      color="primary"
      variant="extended"
      onClick={onClick}
      sx={{
        position: "fixed",
        right: { xs: 16, sm: 24, lg: "calc(24px + var(--beside-width, 0px))" },
        bottom: 12,
        gap: 1,
        minWidth: 48,
      }}
    >
      {icon}
      <Box
        component="span"
        sx={(theme) => ({
          // Between the page and a panel there is only room for the icon.
          [theme.breakpoints.down(1640)]: { "html:has([data-beside]) &": visuallyHidden },
        })}
      >
        Report exports
      </Box>
      {count}
    </Fab>
  );
};
