import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { Suspense, useMemo, useState } from "react";
import { AutomationStatus } from "#domain/enumerations.ts";
import type { AutomationOnWire } from "#domain/wire/automations.ts";
import { isSkipped, messageOf } from "../../shared/api/api-error.ts";
import type { Answer } from "../../shared/api/http.ts";
import { automationEditorPath } from "../../shared/navigation/paths.ts";
import type { Choice } from "../../shared/saving/rebase.ts";
import { RetryAlert } from "../../shared/ui/retry-alert.tsx";
import { CloneButton } from "../editing/clone-button.tsx";
import { CollisionDialog } from "../editing/collision-dialog.tsx";
import { DeleteButton } from "../editing/delete-button.tsx";
import { EditorHeader } from "../editing/editor-header.tsx";
import { EditorLayout } from "../editing/editor-layout.tsx";
import { LeaveGuard } from "../editing/leave-guard.tsx";
import { ThingGone } from "../editing/thing-gone.tsx";
import { useThingActions } from "../editing/use-thing-actions.ts";
import { HistoryButton } from "../history/history-button.tsx";
import { LazyHistoryDrawer } from "../history/lazy-drawers.ts";
import { automationHistory } from "../resources/automations/history.ts";
import { historyLeft } from "../resources/automations/history-left.ts";
import { automationKey } from "../resources/automations/keys.ts";
import { isRunning } from "../resources/automations/status-words.ts";
import { useAutomationList, useIsFull } from "../resources/automations/use-automation-list.ts";
import { automationWords } from "../resources/automations/words.ts";
import { useDesignList } from "../resources/designs/use-design-list.ts";
import { useFilterList } from "../resources/filters/use-filter-list.ts";
import { useServices } from "../services.tsx";
import { useDraftPlace } from "../use-drafts.ts";
import { collisionWords } from "./collision-words.ts";
import { DestinationCard } from "./destination/destination-card.tsx";
import { FailureBanner } from "./failure-banner.tsx";
import { type EditorFields, kindOfField } from "./fields.ts";
import { LimitDays } from "./limit-days.tsx";
import { NextReports } from "./next-reports.tsx";
import { ReportAttributes } from "./report-attributes.tsx";
import { ResumeDialog } from "./resume-dialog.tsx";
import { SameFilesBanner } from "./same-files-banner.tsx";
import { ScheduleCard } from "./schedule-card.tsx";
import { StatusStrip } from "./status-strip.tsx";
import { TitleCard } from "./title-card.tsx";
import { useAutomationEditor } from "./use-automation-editor.ts";
import { useAutomationInfo } from "./use-automation-info.ts";
import { useRunState } from "./use-run-state.ts";

type AutomationEditorProps = {
  read: Answer<AutomationOnWire>;
  readAgain: () => void;
  /** It was read again and was not there any more. */
  isMissing: boolean;
};

/** The titles of what can be chosen, by id, to say what others chose. */
const useTitles = (): ReadonlyMap<string, string> => {
  const { data: designs = [] } = useDesignList();
  const { data: filters = [] } = useFilterList();
  return useMemo(() => new Map([...designs, ...filters].map(({ id, title }) => [id, title])), [designs, filters]);
};

/** One automated report, all of it: every change is saved as it is made. */
export const AutomationEditor = ({ read, readAgain, isMissing }: AutomationEditorProps) => {
  const { api } = useServices();
  const automation = read.data;
  const { id } = automation;
  const editing = useAutomationEditor(read, readAgain);
  const { session, state } = editing;
  const { draft, problems, failure, collision } = state;
  const info = useAutomationInfo(id, readAgain);
  const run = useRunState(id, editing, automation.status);
  const list = useAutomationList();
  const isFull = useIsFull(list.data);
  const place = useDraftPlace();
  const titles = useTitles();
  const words = useMemo(() => collisionWords(titles), [titles]);
  const [showsVersions, setShowsVersions] = useState(false);
  const actions = useThingActions({
    session,
    words: automationWords,
    kind: automationHistory,
    id,
    title: draft.title,
    ownKey: automationKey(id),
    clone: () => api.cloneAutomation(id),
    remove: () => api.deleteAutomation(id),
    pathOf: automationEditorPath,
  });

  if (state.gone || isMissing)
    return (
      <ThingGone
        kind={automationHistory}
        id={id}
        illustration="exports"
        title={automation.title}
        isUnsaved={session.isUnsaved()}
        left={historyLeft(id)}
      />
    );

  /** Who keeps a part of a destination that the other side gave up wants that kind of destination. */
  const decide = (choices: { readonly [F in keyof EditorFields]?: Choice }) => {
    const kind = Object.entries(choices)
      .filter(([, choice]) => choice === "mine")
      .map(([field]) => kindOfField(field))
      .find((one) => one !== null);
    session.decide(choices);
    const { draft: decided } = session.state();
    if (kind != null && decided.ReportDestination.kind !== kind)
      session.change({ ReportDestination: { kind, saved: null } }, "at-once");
  };
  const isHeldBack = Object.keys(problems).length > 0 && state.saving === "none";
  const running = isRunning(run.shown);
  return (
    <>
      <LeaveGuard session={session} onDiscard={session.close} />
      <EditorHeader
        title="Edit Automated report"
        name={draft.title}
        saving={isHeldBack ? "error" : state.saving}
        home={automationHistory.home}
        actions={
          <>
            <HistoryButton name="Versions" open={showsVersions} onClick={() => setShowsVersions(!showsVersions)} />
            <CloneButton
              full={isFull ? automationWords.fullCloneInEditor : null}
              busy={actions.clone.isPending}
              onClone={actions.clone.mutate}
            />
            <DeleteButton
              words={automationWords}
              title={draft.title}
              busy={actions.remove.isPending}
              onDelete={actions.remove.mutate}
            />
          </>
        }
      />
      {failure !== null && !isSkipped(failure) && (
        <RetryAlert sx={{ mb: 2 }} onRetry={session.retry}>
          Your last changes are not saved yet. {messageOf(failure)}
          {place === "page" && " This browser has no room to keep them: keep this page open."}
        </RetryAlert>
      )}
      <FailureBanner automation={automation} info={info.data} />
      {automation.same_files && <SameFilesBanner others={automation.same_files} running={running} />}
      <StatusStrip id={id} run={run} info={info.data} />
      <EditorLayout
        first={<TitleCard {...editing} />}
        aside={<NextReports info={info.data} isFailed={info.isError} isRunning={running} />}
      >
        <ReportAttributes {...editing} isSlow={info.data?.IsSlowReport ?? false} dates={<LimitDays {...editing} />} />
        <ScheduleCard {...editing} />
        <DestinationCard {...editing} id={id} info={info.data} />
        <Box>
          <Button
            variant={running ? "outlined" : "contained"}
            color={running ? "inherit" : "primary"}
            loading={run.isBusy}
            onClick={run.toggle}
          >
            {running ? "Pause automated report" : "Start automated report"}
          </Button>
        </Box>
      </EditorLayout>
      <ResumeDialog {...run.question} isSuspended={automation.status === AutomationStatus.Suspended} />
      {collision && <CollisionDialog collision={collision} words={words} onDecide={decide} />}
      {showsVersions && (
        <Suspense fallback={null}>
          <LazyHistoryDrawer
            kind={automationHistory}
            id={id}
            title={automation.title}
            settle={session.settle}
            onClose={() => setShowsVersions(false)}
          />
        </Suspense>
      )}
    </>
  );
};
