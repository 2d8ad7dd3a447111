import Button from "@mui/material/Button";
import { ActionName, iconAloneWhenNarrow } from "../../shared/ui/action-name.tsx";
import { CopyIcon } from "../../shared/ui/icons.tsx";

type CloneButtonProps = { full: boolean; busy: boolean; onClone: () => void };

/** Clone; at the quota it says why it cannot (S-1.2.14). */
export const CloneButton = ({ full, busy, onClone }: CloneButtonProps) => (
  <Button
    variant="outlined"
    color="inherit"
    aria-label="Clone"
    startIcon={<CopyIcon />}
    disabled={full}
    loading={busy}
    loadingPosition="start"
    onClick={onClone}
    {...(full && { title: "Cannot add any more filters" })}
    // The reason shows when the pointer is on it.
    sx={{ ...iconAloneWhenNarrow, "&.Mui-disabled": { pointerEvents: "auto", cursor: "default" } }}
  >
    <ActionName>Clone</ActionName>
  </Button>
);
