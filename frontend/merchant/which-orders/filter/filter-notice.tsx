import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import type { ReactNode } from "react";
import { isSkipped } from "../../../shared/api/api-error.ts";
import type { FilterList } from "../../resources/filters/use-filter-list.ts";
import type { ChosenFilter } from "./chosen-filter.ts";

type NoteProps = { severity: "warning" | "error"; action: string; onAction: () => void; children: ReactNode };

const Note = ({ severity, action, onAction, children }: NoteProps) => (
  <Alert
    severity={severity}
    sx={{ overflowWrap: "anywhere" }}
    action={
      <Button color="inherit" size="small" onClick={onAction}>
        {action}
      </Button>
    }
  >
    {children}
  </Alert>
);

type FilterNoticeProps = { list: FilterList; chosen: ChosenFilter; onForget: () => void };

/** The problem with the chosen filter and its remedy; nothing if there is none. */
export const FilterNotice = ({ list, chosen, onForget }: FilterNoticeProps) => {
  if (chosen.state === "gone")
    return (
      <Note severity="warning" action="Use no filter" onAction={onForget}>
        {chosen.title === null ? "The selected filter" : `The filter “${chosen.title}”`} was deleted. Choose another, or
        continue without a filter.
      </Note>
    );
  if (list.isError && list.data === undefined && !isSkipped(list.error))
    return (
      <Note severity="error" action="Try again" onAction={() => void list.refetch()}>
        We couldn't load your filters.
      </Note>
    );
  if (chosen.state === "failed")
    return (
      <Note severity="error" action="Try again" onAction={chosen.retry}>
        We couldn't load this filter. {chosen.message}
      </Note>
    );
  return null;
};
