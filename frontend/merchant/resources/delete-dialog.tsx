import { ConfirmDialog } from "../../shared/ui/confirm-dialog.tsx";
import type { ThingWords } from "./words.ts";

type DeleteDialogProps = {
  open: boolean;
  words: ThingWords;
  title: string | undefined;
  onConfirm: () => void;
  onCancel: () => void;
};

/** The question before a report design, filter or automated report is deleted (S-1.5). */
export const DeleteDialog = ({ words: { thing, deletes }, title, ...dialog }: DeleteDialogProps) => (
  <ConfirmDialog
    {...dialog}
    title={`Delete this ${thing}?`}
    text={`“${title}” will be deleted. You can restore it from Recently deleted. ${deletes ?? "Reports made with it are kept."}`}
    action={`Delete ${thing}`}
  />
);
