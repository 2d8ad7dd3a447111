import Button from "@mui/material/Button";
import { ActionName, iconOnlyWhenNarrow } from "../../shared/ui/action-name.tsx";
import { CopyIcon } from "../../shared/ui/icons.tsx";

type CloneButtonProps = {
  /** Why the object can't be cloned; null if it can. */
  full: string | null;
  isBusy: boolean;
  onClone: () => void;
};

/** The button Clone; at the quota it gives the reason (S-1.2.14). */
export const CloneButton = ({ full, isBusy, onClone }: CloneButtonProps) => (
  <Button
    variant="outlined"
    color="inherit"
    aria-label="Clone"
    startIcon={<CopyIcon />}
    disabled={full !== null}
    loading={isBusy}
    loadingPosition="start"
    onClick={onClone}
    {...(full !== null && { title: full })}
    // Shows the reason on hover.
    sx={{ ...iconOnlyWhenNarrow, "&.Mui-disabled": { pointerEvents: "auto", cursor: "default" } }}
  >
    <ActionName>Clone</ActionName>
  </Button>
);
