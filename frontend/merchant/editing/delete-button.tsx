import Button from "@mui/material/Button";
import { useState } from "react";
import { ActionName, iconOnlyWhenNarrow } from "../../shared/ui/action-name.tsx";
import { DeleteIcon } from "../../shared/ui/icons.tsx";
import { DeleteDialog } from "../resources/delete-dialog.tsx";
import type { ItemTexts } from "../resources/texts.ts";

type DeleteButtonProps = { words: ItemTexts; id: string; title: string; busy: boolean; onDelete: () => void };

export const DeleteButton = ({ words, id, title, busy, onDelete }: DeleteButtonProps) => {
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
        sx={iconOnlyWhenNarrow}
      >
        <ActionName>Delete</ActionName>
      </Button>
      <DeleteDialog
        open={asks}
        words={words}
        id={id}
        title={title}
        onConfirm={() => {
          close();
          onDelete();
        }}
        onCancel={close}
      />
    </>
  );
};
