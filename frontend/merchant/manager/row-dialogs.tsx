import Button from "@mui/material/Button";
import { useRef } from "react";
import { Link as RouterLink } from "react-router-dom";
import { paths } from "../../shared/navigation/paths.ts";
import { ConfirmDialog } from "../../shared/ui/confirm-dialog.tsx";
import { MessageDialog } from "../../shared/ui/message-dialog.tsx";
import { hasPage } from "../routes.tsx";
import type { Kind, Row } from "./kinds.ts";
import type { InUse } from "./use-row-actions.ts";

/** The last value that was not null: what a dialog shows while it fades. */
const useLast = <Value,>(value: Value | null): Value | null => {
  const last = useRef(value);
  if (value !== null) last.current = value;
  return last.current;
};

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
      <MessageDialog
        open={inUse !== null}
        title={refused}
        text={
          <>
            “{use?.title}” cannot be deleted, because the automated report “{use?.automation}” uses it. Change or delete
            that automated report, and try again.
          </>
        }
        action={
          hasPage(paths.automation) && (
            <Button component={RouterLink} to={paths.automation} color="inherit">
              Go to automated reports
            </Button>
          )
        }
        onClose={onRead}
      />
    </>
  );
};
