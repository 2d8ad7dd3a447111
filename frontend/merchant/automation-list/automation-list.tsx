import Paper from "@mui/material/Paper";
import { visuallyHidden } from "@mui/utils";
import { useCallback, useId, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import type { ListedAutomation } from "#domain/wire/automations.ts";
import { cannotCreateTitle } from "#domain/workspace/automations.ts";
import { isRule } from "../../shared/api/api-error.ts";
import { automationHistoryPath } from "../../shared/navigation/paths.ts";
import { CopyIcon, HistoryIcon } from "../../shared/ui/icons.tsx";
import { useFailureToast } from "../../shared/ui/use-failure-toast.ts";
import { DeletedLink } from "../history/deleted-link.tsx";
import { CreateButton } from "../listing/create-button.tsx";
import { ListHeader } from "../listing/list-header.tsx";
import { ListStandIn } from "../listing/list-stand-in.tsx";
import { QuotaNote } from "../listing/quota-note.tsx";
import { RowDialogs } from "../listing/row-dialogs.tsx";
import { type OpenedMenu, type RowAction, RowMenu } from "../listing/row-menu.tsx";
import { Rows } from "../listing/rows.tsx";
import { useFocusPart } from "../listing/use-focus-part.ts";
import { useQuota, useRowActions } from "../listing/use-row-actions.ts";
import { useAutomationList } from "../resources/automations/use-automation-list.ts";
import { useDesignList } from "../resources/designs/use-design-list.ts";
import { useShopDay } from "../use-shop-day.ts";
import { AutomationRow } from "./automation-row.tsx";
import { CannotCreateDialog } from "./cannot-create-dialog.tsx";
import { automations } from "./kind.ts";

/** How reports fare changes by itself. */
const lookEveryMs = 20_000;

/** All automated reports of the shop, and what can be done to each (S-2.2.4). */
export const AutomationList = () => {
  const { words } = automations;
  const query = useAutomationList({ everyMs: lookEveryMs });
  useFailureToast(query, words.cannotFetch);
  const rows = query.data;
  const designs = useDesignList().data;
  const day = useShopDay();
  const navigate = useNavigate();
  const headingId = useId();
  const section = useRef<HTMLElement>(null);
  const focusPart = useFocusPart(section);
  const [menu, setMenu] = useState<OpenedMenu<ListedAutomation> | null>(null);
  const [asked, setAsked] = useState<ListedAutomation | null>(null);
  const [cannotCreate, setCannotCreate] = useState<string | null>(null);
  const [said, setSaid] = useState("");
  const [newest, setNewest] = useState<string | null>(null);
  const { max, isPending } = useQuota(automations);
  const isFull = rows !== undefined && max !== undefined && rows.length >= max;

  const actions = useRowActions(automations, {
    onAdded: (row, by) => {
      setSaid(`“${row.title}” is ${by}.`);
      setNewest(row.id);
      focusPart(row.id, "menu");
    },
    onDeleted: ({ id }) => {
      const place = rows?.findIndex((row) => row.id === id) ?? -1;
      const next = rows?.[place + 1] ?? rows?.[place - 1];
      focusPart(next?.id ?? null, "menu", { onlyIfLost: id });
    },
    onCreateRefused: (error) => {
      if (!isRule(error) || error.details !== cannotCreateTitle) return false;
      setCannotCreate(error.message);
      return true;
    },
  });
  const openMenu = useCallback((row: ListedAutomation, anchor: HTMLElement) => setMenu({ row, anchor }), []);
  const rowActions: RowAction<ListedAutomation>[] = [
    {
      name: "History",
      icon: <HistoryIcon fontSize="small" />,
      act: ({ id }) => void navigate(automationHistoryPath(id)),
    },
    {
      name: "Clone",
      icon: <CopyIcon fontSize="small" />,
      unavailable: isFull && words.fullClone,
      act: actions.clone.mutate,
    },
  ];

  return (
    <Paper variant="outlined" component="section" ref={section} aria-labelledby={headingId}>
      <ListHeader
        name="All reports"
        headingId={headingId}
        count={rows?.length}
        max={max}
        action={
          rows !== undefined &&
          !isPending &&
          !isFull && (
            <CreateButton
              name={words.create}
              busy={actions.create.isPending}
              onCreate={() => actions.create.mutate(undefined)}
            />
          )
        }
        note={undefined}
      />
      {isFull && <QuotaNote text={words.full} />}
      <ListStandIn kind={automations} query={query} rows={rows} />
      {rows !== undefined && rows.length > 0 && (
        <Rows labelledBy={headingId}>
          {rows.map((row) => (
            <AutomationRow
              key={row.id}
              row={row}
              design={designs?.find(({ id }) => id === row.report_id)?.title}
              day={day}
              isNew={row.id === newest}
              isBusy={actions.remove.isPending && actions.remove.variables.id === row.id}
              onMenu={openMenu}
            />
          ))}
        </Rows>
      )}
      {rows !== undefined && <DeletedLink kind={automations.history} full={isFull ? words.full : null} />}
      <RowMenu opened={menu} onClose={() => setMenu(null)} actions={rowActions} onDelete={setAsked} />
      <RowDialogs
        words={words}
        asked={asked}
        onAnswer={(row, agreed) => {
          setAsked(null);
          if (agreed) actions.remove.mutate(row);
        }}
        inUse={actions.inUse}
        onRead={actions.forgetUse}
      />
      <CannotCreateDialog why={cannotCreate} onClose={() => setCannotCreate(null)} />
      <span role="status" style={visuallyHidden}>
        {said}
      </span>
    </Paper>
  );
};
