import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import { useEffect, useState } from "react";
import { Link as RouterLink, useLocation } from "react-router-dom";
import { parseStoredDraft } from "../../shared/drafts/stored-draft.ts";
import {
  automationEditorPath,
  filterEditorPath,
  isPath,
  paths,
  reportDesignerPath,
} from "../../shared/navigation/paths.ts";
import { automationIdOfDraft } from "../resources/automations/automation-draft.ts";
import { configurationDraft } from "../resources/configuration/keys.ts";
import { designIdOfDraft } from "../resources/designs/design-draft.ts";
import { filterIdOfDraft } from "../resources/filters/filter-draft.ts";
import { useServices } from "../services.tsx";
import { useDrafts } from "../use-drafts.ts";

/** Kinds with drafts, and their editors. */
const kinds: readonly {
  thing: string;
  /** There is only one such object, so it needs no title. */
  isOne?: true;
  idOf: (name: string) => string | null;
  pathOf: (id: string) => string;
}[] = [
  { thing: "filter", idOf: filterIdOfDraft, pathOf: filterEditorPath },
  { thing: "report design", idOf: designIdOfDraft, pathOf: reportDesignerPath },
  { thing: "automated report", idOf: automationIdOfDraft, pathOf: automationEditorPath },
  {
    thing: "configuration",
    isOne: true,
    idOf: (name: string) => (name === configurationDraft ? name : null),
    pathOf: () => paths.configuration,
  },
];

/** Filters, designs and automated reports with unsaved changes from an earlier visit. */
export const UnsavedNotice = () => {
  const { drafts } = useServices();
  const mine = useDrafts();
  const { pathname } = useLocation();
  // Later changes, here or in another tab, belong to an open editor.
  const [left, setLeft] = useState(() => mine.listNames());
  useEffect(
    () =>
      drafts.subscribe(() => {
        const names = mine.listNames();
        setLeft((before) =>
          before.every((name) => names.includes(name)) ? before : before.filter((name) => names.includes(name)),
        );
      }),
    [drafts, mine],
  );
  return left.map((name) => {
    const kind = kinds.find(({ idOf }) => idOf(name) !== null);
    const path = kind?.pathOf(kind.idOf(name) ?? "");
    const draft = parseStoredDraft(mine.read(name));
    if (kind === undefined || path === undefined || draft === null || isPath(pathname, path)) return null;
    return (
      <Alert
        key={name}
        severity="warning"
        sx={{ mb: 2, overflowWrap: "anywhere" }}
        action={
          <Button component={RouterLink} to={path} color="inherit" size="small">
            Open {kind.thing}
          </Button>
        }
      >
        Your changes to the {kind.thing}
        {kind.isOne ? "" : ` “${draft.title}”`} are not saved yet. Open it to save them.
      </Alert>
    );
  });
};
