import { useState } from "react";
import { useNavigate } from "react-router-dom";
import type { ListedAutomation } from "#domain/wire/automations/automations.ts";
import { cannotCreateTitle } from "#domain/workspace/automations/cannot-create-title.ts";
import { isRuleRefusal } from "../../shared/api/api-error.ts";
import { automationHistoryPath } from "../../shared/navigation/paths.ts";
import { CopyIcon, HistoryIcon, PauseIcon, PlayIcon } from "../../shared/ui/icons.tsx";
import { useFailureToast } from "../../shared/ui/use-failure-toast.ts";
import { ListPanel } from "../listing/list-panel.tsx";
import type { RowAction } from "../listing/row-menu.tsx";
import { Rows } from "../listing/rows.tsx";
import { useListing } from "../listing/use-listing.ts";
import CannotCreateDialog from "../next-steps/cannot-create-dialog.tsx";
import { ResumeDialog } from "../resources/automations/resume-dialog.tsx";
import { isRunning } from "../resources/automations/status-display.ts";
import { useAutomationList } from "../resources/automations/use-automation-list.ts";
import { useDesignList } from "../resources/designs/use-design-list.ts";
import { useShopDay } from "../use-shop-day.ts";
import { AutomationRow } from "./automation-row.tsx";
import { automations } from "./kind.ts";
import { usePauseAndStart } from "./use-pause-and-start.ts";

/** Polling interval, ms: statuses change by themselves. */
const pollEveryMs = 20_000;

/** All automated reports of the shop, with the actions on each (S-2.2.4). */
export const AutomationList = () => {
  const { words } = automations;
  const query = useAutomationList({ everyMs: pollEveryMs });
  useFailureToast(query, words.cannotFetch);
  const rows = query.data;
  const designs = useDesignList().data;
  const day = useShopDay();
  const navigate = useNavigate();
  const [cannotCreate, setCannotCreate] = useState<string | null>(null);
  const listing = useListing(automations, rows, {
    onCreateRefused: (error) => {
      if (!isRuleRefusal(error) || error.details !== cannotCreateTitle) return false;
      setCannotCreate(error.message);
      return true;
    },
  });
  const { actions } = listing;
  const { question, questionKey, ...run } = usePauseAndStart(listing.say);
  // The row as the menu opened: a poll must not change an entry under the pointer.
  const opened = listing.menu?.row;
  const pauses = opened !== undefined && isRunning(opened.status);
  const rowActions: RowAction<ListedAutomation>[] = [
    {
      name: "History",
      icon: <HistoryIcon fontSize="small" />,
      onSelect: ({ id }) => void navigate(automationHistoryPath(id)),
    },
    {
      name: "Clone",
      icon: <CopyIcon fontSize="small" />,
      unavailable: listing.isFull && words.fullClone,
      onSelect: actions.clone.mutate,
    },
    {
      name: pauses ? "Pause" : "Start",
      icon: pauses ? <PauseIcon fontSize="small" /> : <PlayIcon fontSize="small" />,
      unavailable: run.isBusy,
      onSelect: pauses ? run.pause : run.start,
    },
  ];

  return (
    <>
      <ListPanel
        listing={listing}
        name="All reports"
        query={query}
        create={{ busy: actions.create.isPending, onCreate: () => actions.create.mutate(undefined) }}
        rowActions={rowActions}
      >
        {rows !== undefined && rows.length > 0 && (
          <Rows labelledBy={listing.headingId}>
            {rows.map((row) => (
              <AutomationRow
                key={row.id}
                {...listing.ofRow(row)}
                design={designs?.find(({ id }) => id === row.report_id)?.title}
                day={day}
              />
            ))}
          </Rows>
        )}
      </ListPanel>
      <ResumeDialog key={questionKey} {...question} />
      <CannotCreateDialog why={cannotCreate} onClose={() => setCannotCreate(null)} />
    </>
  );
};
