import { ConfirmDialog } from "../../shared/ui/confirm-dialog.tsx";
import { useLast } from "../../shared/ui/use-last.ts";
import { InUseDialog } from "./in-use-dialog.tsx";
import type { Kind, Row } from "./kinds.ts";
import type { InUse } from "./use-row-actions.ts";

type RowDialogsProps = {
  kind: Kind;
  /** The row that is to be deleted, if the user agrees. */
  asked: Row | null;
  onAnswer: (row: Row, agreed: boolean) => void;
  inUse: InUse | null;
  onRead: () => void;
};

/** The question before a deletion, and what is said when an automated report is in the way (part 1 sections 5 and 8). */
export const RowDialogs = ({ kind, asked, onAnswer, inUse, onRead }: RowDialogsProps) => {
  const { thing, refused } = kind.words;
  const row = useLast(asked);
  const use = useLast(inUse);
  return (
    <>
      <ConfirmDialog
        open={asked !== null}
        title={`Delete this ${thing}?`}
        text={`“${row?.title}” is taken away from the list. Reports that were made with it stay as they are.`}
        action={`Delete ${thing}`}
        onConfirm={() => row && onAnswer(row, true)}
        onCancel={() => row && onAnswer(row, false)}
      />
      <InUseDialog heading={refused} what={`“${use?.title}”`} automation={inUse?.automation ?? null} onClose={onRead} />
    </>
  );
};
