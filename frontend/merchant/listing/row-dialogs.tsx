import { useLastNonNull } from "../../shared/ui/use-last-non-null.ts";
import { DeleteDialog } from "../resources/delete-dialog.tsx";
import { InUseDialog } from "../resources/in-use-dialog.tsx";
import type { ListTexts } from "../resources/texts.ts";
import type { Listed } from "./list-kind.ts";
import type { InUse } from "./use-row-actions.ts";

type RowDialogsProps<Row> = {
  words: ListTexts;
  /** The row to delete after confirmation. */
  selectedRow: Row | null;
  onAnswer: (row: Row, agreed: boolean) => void;
  inUse: InUse | null;
  onRead: () => void;
};

/** The confirmation of a deletion, and the message if automated reports prevent it (S-1.5 and S-1.8). */
export const RowDialogs = <Row extends Listed>({
  words,
  selectedRow,
  onAnswer,
  inUse,
  onRead,
}: RowDialogsProps<Row>) => {
  const row = useLastNonNull(selectedRow);
  const use = useLastNonNull(inUse);
  return (
    <>
      <DeleteDialog
        open={selectedRow !== null}
        words={words}
        id={row?.id}
        title={row?.title}
        onConfirm={() => row && onAnswer(row, true)}
        onCancel={() => row && onAnswer(row, false)}
      />
      {words.refused !== undefined && (
        <InUseDialog
          words={words}
          id={use?.id}
          what={`“${use?.title}”`}
          automation={inUse?.automation ?? null}
          onClose={onRead}
        />
      )}
    </>
  );
};
