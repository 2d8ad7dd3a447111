import Button from "@mui/material/Button";
import { ActionName, iconAloneWhenNarrow } from "../../shared/ui/action-name.tsx";
import { HistoryIcon } from "../../shared/ui/icons.tsx";

type HistoryButtonProps = { open: boolean; onClick: () => void };

/** Opens and closes the history beside an editor. */
export const HistoryButton = ({ open, onClick }: HistoryButtonProps) => (
  <Button
    variant="outlined"
    color="inherit"
    aria-label="History"
    aria-expanded={open}
    startIcon={<HistoryIcon />}
    onClick={onClick}
    sx={iconAloneWhenNarrow}
  >
    <ActionName>History</ActionName>
  </Button>
);
