import Button from "@mui/material/Button";
import Link from "@mui/material/Link";
import { Fragment } from "react";
import { Link as RouterLink } from "react-router-dom";
import { hasPage } from "../../shared/navigation/pages.ts";
import { automationEditorPath, paths } from "../../shared/navigation/paths.ts";
import { MessageDialog } from "../../shared/ui/message-dialog.tsx";
import { useLastNonNull } from "../../shared/ui/use-last-non-null.ts";
import { useAutomationsUsing } from "./automations/use-automations-using.ts";
import type { ItemTexts } from "./texts.ts";

type InUseDialogProps = {
  words: ItemTexts;
  /** The object that cannot be deleted. */
  id: string | undefined;
  /** The item's name, to begin a sentence with. */
  what: string;
  /** Title of a report that uses the object; null while nothing was refused. */
  automation: string | null;
  onClose: () => void;
};

/** Refuses a deletion because automated reports use the object (S-1.8). Names all reports if known. */
export const InUseDialog = ({ words, id, what, automation, onClose }: InUseDialogProps) => {
  const title = useLastNonNull(automation) ?? "";
  const found = useAutomationsUsing(words, id, automation !== null);
  const users = found.length > 0 ? found : [{ title }];
  const isOne = users.length === 1;
  const named = users.map((user, at) => (
    <Fragment key={"id" in user ? user.id : user.title}>
      {at > 0 && (at === users.length - 1 ? " and " : ", ")}
      <User {...user} />
    </Fragment>
  ));
  return (
    <MessageDialog
      open={automation !== null}
      title={words.refused ?? ""}
      text={
        <>
          {what} cannot be deleted, because the automated {isOne ? "report" : "reports"} {named}{" "}
          {isOne ? "uses" : "use"} it. Change or delete {isOne ? "that automated report" : "those automated reports"},
          and try again.
        </>
      }
      action={
        hasPage(paths.automation) && (
          <Button component={RouterLink} to={paths.automation} variant="contained">
            Go to automated reports
          </Button>
        )
      }
      onClose={onClose}
    />
  );
};

/** An automated report's title, linked to its editor if its id is known. */
const User = ({ id, title }: { id?: string; title: string }) =>
  id !== undefined && hasPage(automationEditorPath(id)) ? (
    <Link component={RouterLink} to={automationEditorPath(id)}>
      {`“${title}”`}
    </Link>
  ) : (
    `“${title}”`
  );
