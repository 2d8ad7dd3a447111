import Badge from "@mui/material/Badge";
import Box from "@mui/material/Box";
import Fab from "@mui/material/Fab";
import { visuallyHidden } from "@mui/utils";
import { DownloadIcon } from "../../shared/ui/icons.tsx";

type ExportsButtonProps = { id: string; running: number; onClick: () => void };

/** The floating button; its badge counts the reports in the making. On a telephone and beside the help or the history it is its icon alone. */
export const ExportsButton = ({ id, running, onClick }: ExportsButtonProps) => (
  <Fab
    id={id}
    color="primary"
    variant="extended"
    onClick={onClick}
    sx={{
      position: "fixed",
      right: { xs: 16, sm: 24, lg: "calc(24px + max(var(--help-width, 0px), var(--drawer-width, 0px)))" },
      bottom: { xs: 16, sm: 24 },
      gap: 1,
      minWidth: 48,
    }}
  >
    <Badge badgeContent={running} color="warning" aria-hidden="true">
      <DownloadIcon fontSize="small" />
    </Badge>
    <Box
      component="span"
      sx={(theme) => ({
        [theme.breakpoints.down("sm")]: visuallyHidden,
        // Between the page and what is beside it there is room for the icon.
        [theme.breakpoints.between("lg", 1640)]: {
          "html:has([data-help=beside], [data-drawer=beside]) &": visuallyHidden,
        },
      })}
    >
      Report exports
    </Box>
    {running > 0 && <span style={visuallyHidden}>, {running} in progress</span>}
  </Fab>
);
