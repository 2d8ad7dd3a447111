import Button from "@mui/material/Button";
import Link from "@mui/material/Link";
import { Link as RouterLink } from "react-router-dom";
import { hasPage } from "../../shared/navigation/pages.ts";
import { automationEditorPath, paths } from "../../shared/navigation/paths.ts";
import { MessageDialog } from "../../shared/ui/message-dialog.tsx";
import { useLast } from "../../shared/ui/use-last.ts";
import { useAutomationList } from "./automations/use-automation-list.ts";

type InUseDialogProps = {
  /** 'Error deleting filter', 'Error deleting report'. */
  heading: string;
  /** What cannot be deleted, to begin a sentence with. */
  what: string;
  /** Title of the automated report that uses it; null while nothing was refused. */
  automation: string | null;
  onClose: () => void;
};

/** S-1.8: something cannot be deleted, because an automated report uses it. */
export const InUseDialog = ({ heading, what, automation, onClose }: InUseDialogProps) => {
  const title = useLast(automation) ?? "";
  return (
    <MessageDialog
      open={automation !== null}
      title={heading}
      text={
        <>
          {what} cannot be deleted, because the automated report <User title={title} isOpen={automation !== null} />{" "}
          uses it. Change or delete that automated report, and try again.
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

/** The automated report by its title, which is all that the refusal tells: the first that has it, and where it is edited. */
const User = ({ title, isOpen }: { title: string; isOpen: boolean }) => {
  const { data } = useAutomationList({ enabled: isOpen });
  const id = data?.find((automation) => automation.title === title)?.id;
  const quoted = `“${title}”`;
  return id !== undefined && hasPage(automationEditorPath(id)) ? (
    <Link component={RouterLink} to={automationEditorPath(id)}>
      {quoted}
    </Link>
  ) : (
    quoted
  );
};
