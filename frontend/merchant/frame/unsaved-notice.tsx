import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import { useEffect, useState } from "react";
import { Link as RouterLink, useLocation } from "react-router-dom";
import { filterEditorPath, isPath } from "../../shared/navigation/paths.ts";
import { filterOfDraft, readFilterDraft } from "../resources/filters/filter-draft.ts";
import { useServices } from "../services.tsx";
import { useDrafts } from "../use-drafts.ts";

/** Filters that were changed on an earlier visit and could not be saved: here is the way to where that goes on. */
export const UnsavedNotice = () => {
  const { drafts } = useServices();
  const mine = useDrafts();
  const { pathname } = useLocation();
  // What is typed from now on, here or in another tab, has an editor that sees to it.
  const [left, setLeft] = useState(() => mine.names());
  useEffect(
    () =>
      drafts.subscribe(() => {
        const names = mine.names();
        setLeft((before) =>
          before.every((name) => names.includes(name)) ? before : before.filter((name) => names.includes(name)),
        );
      }),
    [drafts, mine],
  );
  return left.map((name) => {
    const id = filterOfDraft(name);
    const draft = readFilterDraft(mine.read(name));
    if (id === null || draft === null || isPath(pathname, filterEditorPath(id))) return null;
    return (
      <Alert
        key={name}
        severity="warning"
        sx={{ mb: 2, overflowWrap: "anywhere" }}
        action={
          <Button component={RouterLink} to={filterEditorPath(id)} color="inherit" size="small">
            Open filter
          </Button>
        }
      >
        Your changes to the filter “{draft.title}” are not saved yet. Open it to save them.
      </Alert>
    );
  });
};
