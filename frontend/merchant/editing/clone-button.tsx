import Button from "@mui/material/Button";
import { ActionName, iconAloneWhenNarrow } from "../../shared/ui/action-name.tsx";
import { CopyIcon } from "../../shared/ui/icons.tsx";

type CloneButtonProps = {
  /** Why there cannot be another one; null when there can. */
  full: string | null;
  busy: boolean;
  onClone: () => void;
};

/** Clone; at the quota it says why it cannot (S-1.2.14). */
export const CloneButton = ({ full, busy, onClone }: CloneButtonProps) => (
  <Button
    variant="outlined"
    color="inherit"
    aria-label="Clone"
    startIcon={<CopyIcon />}
    disabled={full !== null}
    loading={busy}
    loadingPosition="start"
    onClick={onClone}
    {...(full !== null && { title: full })}
    // The reason shows when the pointer is on it.
    sx={{ ...iconAloneWhenNarrow, "&.Mui-disabled": { pointerEvents: "auto", cursor: "default" } }}
  >
    <ActionName>Clone</ActionName>
  </Button>
);
