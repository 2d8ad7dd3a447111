import Button from "@mui/material/Button";
import { ActionName, iconOnlyWhenNarrow } from "../../shared/ui/action-name.tsx";
import { HistoryIcon } from "../../shared/ui/icons.tsx";

type HistoryButtonProps = {
  open: boolean;
  onClick: () => void;
  name: string;
};

/** Toggles the history beside an editor. */
export const HistoryButton = ({ open, onClick, name }: HistoryButtonProps) => (
  <Button
    variant="outlined"
    color="inherit"
    aria-label={name}
    aria-expanded={open}
    startIcon={<HistoryIcon />}
    onClick={onClick}
    sx={iconOnlyWhenNarrow}
  >
    <ActionName>{name}</ActionName>
  </Button>
);
