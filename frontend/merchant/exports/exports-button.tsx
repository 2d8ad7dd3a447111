import DownloadingOutlined from "@mui/icons-material/DownloadingOutlined";
import Badge from "@mui/material/Badge";
import Box from "@mui/material/Box";
import Fab from "@mui/material/Fab";

type ExportsButtonProps = { id: string; running: number; onClick: () => void };

/** The floating button; its badge counts the reports in the making. */
export const ExportsButton = ({ id, running, onClick }: ExportsButtonProps) => (
  <Fab
    id={id}
    color="primary"
    variant="extended"
    onClick={onClick}
    aria-label={running === 0 ? "Report exports" : `Report exports, ${running} in progress`}
    sx={{
      position: "fixed",
      right: { xs: 16, sm: 24 },
      bottom: { xs: 16, sm: 24 },
      gap: 1,
      boxShadow: 3,
      minWidth: 48,
    }}
  >
    <Badge badgeContent={running} color="warning">
      <DownloadingOutlined />
    </Badge>
    <Box component="span" sx={{ display: { xs: "none", sm: "inline" } }}>
      Report exports
    </Box>
  </Fab>
);
