import { ConfirmDialog } from "../../shared/ui/confirm-dialog.tsx";
import { useAutomationsUsing } from "./automations/use-automations-using.ts";
import { InUseDialog } from "./in-use-dialog.tsx";
import type { ItemTexts } from "./texts.ts";

type DeleteDialogProps = {
  open: boolean;
  words: ItemTexts;
  id: string | undefined;
  title: string | undefined;
  onConfirm: () => void;
  onCancel: () => void;
};

/**
 * Confirms the deletion of a report design, filter or automated report (S-1.5). Names automated reports that use it
 * instead of asking.
 */
export const DeleteDialog = ({ words, id, title, open, onConfirm, onCancel }: DeleteDialogProps) => {
  const { itemName, deletes } = words;
  const [user] = useAutomationsUsing(words, id, open);
  const isUsed = user !== undefined;
  return (
    <>
      <ConfirmDialog
        open={open && !isUsed}
        title={`Delete this ${itemName}?`}
        text={`“${title}” will be deleted. You can restore it from Recently deleted. ${deletes ?? "Reports made with it are kept."}`}
        action={`Delete ${itemName}`}
        onConfirm={onConfirm}
        onCancel={onCancel}
      />
      <InUseDialog
        words={words}
        id={id}
        what={`“${title}”`}
        automation={open && isUsed ? user.title : null}
        onClose={onCancel}
      />
    </>
  );
};
