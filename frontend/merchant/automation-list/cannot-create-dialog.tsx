import Button from "@mui/material/Button";
import { Link as RouterLink } from "react-router-dom";
import { cannotCreateTitle } from "#domain/workspace/automations.ts";
import { paths } from "../../shared/navigation/paths.ts";
import { MessageDialog } from "../../shared/ui/message-dialog.tsx";
import { useLast } from "../../shared/ui/use-last.ts";

/** S-2.2.4: an automated report needs a report design and a filter. `why`: which of them is missing; null while nothing was refused. */
export const CannotCreateDialog = ({ why, onClose }: { why: string | null; onClose: () => void }) => (
  <MessageDialog
    open={why !== null}
    title={cannotCreateTitle}
    text={useLast(why)}
    action={
      <Button component={RouterLink} to={paths.manager} variant="contained">
        Go to Manager
      </Button>
    }
    onClose={onClose}
  />
);
