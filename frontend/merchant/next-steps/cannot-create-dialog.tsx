import Button from "@mui/material/Button";
import { Link as RouterLink } from "react-router-dom";
import type { CreateAutomationPayload } from "#domain/wire/automations/automations.ts";
import { allOrdersTitle } from "#domain/wire/filters/filters.ts";
import { cannotCreateTitle } from "#domain/workspace/automations/cannot-create-title.ts";
import { paths } from "../../shared/navigation/paths.ts";
import { MessageDialog } from "../../shared/ui/message-dialog.tsx";
import { useLastNonNull } from "../../shared/ui/use-last-non-null.ts";
import { useDesignList } from "../resources/designs/use-design-list.ts";
import { withoutSystemFilters } from "../resources/filters/own-filters.ts";
import { useFilterList } from "../resources/filters/use-filter-list.ts";
import { useCreateMissing } from "./use-create-missing.ts";

/** Names only the missing objects, which the button creates. */
const Offer = () => {
  const { data: designs } = useDesignList();
  const { data: filters } = useFilterList();
  if (designs === undefined || filters === undefined) return null;
  const missing = [
    designs.length === 0 && "a starter design",
    withoutSystemFilters(filters).length === 0 && `a filter “${allOrdersTitle}” that keeps every order`,
  ].filter((part) => part !== false);
  return missing.length > 0 && <> Sheaf can create what’s missing: {missing.join(", and ")}.</>;
};

export type CannotCreateDialogProps = {
  why: string | null;
  /** Design, filter and format of the report that was refused. */
  chosen?: CreateAutomationPayload;
  onClose: () => void;
};

/**
 * An automated report needs a report design and a filter (S-2.2.4). `why`: what is missing; null while nothing was
 * refused.
 */
const CannotCreateDialog = ({ why, chosen, onClose }: CannotCreateDialogProps) => {
  const create = useCreateMissing(onClose, chosen);
  return (
    <MessageDialog
      open={why !== null}
      title={cannotCreateTitle}
      text={
        <>
          {useLastNonNull(why)}
          <Offer />
        </>
      }
      action={
        <>
          <Button component={RouterLink} to={paths.manager} color="inherit">
            Go to Manager
          </Button>
          <Button variant="contained" loading={create.isPending} onClick={() => create.mutate()}>
            Create what’s missing
          </Button>
        </>
      }
      onClose={onClose}
    />
  );
};

export default CannotCreateDialog;
