import Button from "@mui/material/Button";
import { useState } from "react";
import { ConfirmDialog } from "../../shared/ui/confirm-dialog.tsx";
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
      <ConfirmDialog
        open={asks}
        title="Delete this filter?"
        text={`“${title}” is taken away from the list. Reports that were made with it stay as they are.`}
        action="Delete filter"
        onConfirm={() => {
          close();
          onDelete();
        }}
        onCancel={close}
      />
    </>
  );
};
