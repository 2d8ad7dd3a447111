import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogContentText from "@mui/material/DialogContentText";
import DialogTitle from "@mui/material/DialogTitle";
import { useState } from "react";
import { DeleteIcon } from "../../shared/ui/icons.tsx";
import { ActionName, iconAloneWhenNarrow } from "./action-name.tsx";

type DeleteButtonProps = { title: string; busy: boolean; onDelete: () => void };

/** Delete, which asks once more. */
export const DeleteButton = ({ title, busy, onDelete }: DeleteButtonProps) => {
  const [asks, setAsks] = useState(false);
  const close = () => setAsks(false);
  return (
    <>
      <Button
        variant="outlined"
        color="inherit"
        aria-label="Delete"
        startIcon={<DeleteIcon />}
        loading={busy}
        loadingPosition="start"
        onClick={() => setAsks(true)}
        aria-haspopup="dialog"
        sx={iconAloneWhenNarrow}
      >
        <ActionName>Delete</ActionName>
      </Button>
      <Dialog open={asks} onClose={close} aria-labelledby="delete-filter-title" maxWidth="xs" fullWidth>
        <DialogTitle id="delete-filter-title">Delete this filter?</DialogTitle>
        <DialogContent>
          <DialogContentText sx={{ overflowWrap: "anywhere" }}>
            “{title}” is taken away from the list. Reports that were made with it stay as they are.
          </DialogContentText>
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={close} autoFocus>
            Cancel
          </Button>
          <Button
            variant="contained"
            color="error"
            onClick={() => {
              close();
              onDelete();
            }}
          >
            Delete filter
          </Button>
        </DialogActions>
      </Dialog>
    </>
  );
};
