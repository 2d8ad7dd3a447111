import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Checkbox from "@mui/material/Checkbox";
import FormControlLabel from "@mui/material/FormControlLabel";
import Link from "@mui/material/Link";
import { FullScreenIcon, RefreshIcon } from "../../../shared/ui/icons.tsx";

type LiveControlsProps = {
  isFetching: boolean;
  isDisabled: boolean;
  onRefresh: () => void;
  autoRefresh: { isOn: boolean; choose: (isOn: boolean) => void };
  /** Opens the full screen; null if unavailable. */
  onFullScreen: (() => void) | null;
  /** There is something to show on a full screen. Its button has its place before. */
  hasTable: boolean;
};

/** 'Refresh now', 'Auto-refresh' (S-2.2.3) and the full screen. */
export const LiveControls = ({
  isFetching,
  isDisabled,
  onRefresh,
  autoRefresh,
  onFullScreen,
  hasTable,
}: LiveControlsProps) => (
  <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", columnGap: 2, rowGap: 0.5, mb: 1 }}>
    <Link
      component="button"
      type="button"
      disabled={isDisabled}
      onClick={onRefresh}
      aria-busy={isFetching}
      sx={{ display: "inline-flex", alignItems: "center", gap: 0.75, minHeight: 40, fontWeight: 600 }}
    >
      <RefreshIcon fontSize="small" />
      Refresh now
    </Link>
    <FormControlLabel
      label="Auto-refresh"
      title="Every 5 minutes, while this tab is visible"
      sx={{ mr: 0 }}
      control={<Checkbox checked={autoRefresh.isOn} onChange={(_event, checked) => autoRefresh.choose(checked)} />}
    />
    {onFullScreen && (
      <Button
        variant="outlined"
        color="inherit"
        size="small"
        startIcon={<FullScreenIcon />}
        onClick={onFullScreen}
        sx={{ ...(!hasTable && { visibility: "hidden" }) }}
      >
        Full screen
      </Button>
    )}
  </Box>
);
