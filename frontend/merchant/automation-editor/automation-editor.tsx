import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { useMemo, useState } from "react";
import { AutomationStatus } from "#domain/enumerations.ts";
import type { AutomationOnWire } from "#domain/wire/automations/automations.ts";
import { automationEditorPath } from "../../shared/navigation/paths.ts";
import type { Choice } from "../../shared/saving/rebase.ts";
import { CollisionDialog } from "../editing/collision-dialog.tsx";
import { EditorFrame } from "../editing/editor-frame.tsx";
import { EditorLayout } from "../editing/editor-layout.tsx";
import type { ReadForEditor } from "../editing/editor-page.tsx";
import { useItemActions } from "../editing/use-item-actions.ts";
import { deletedHistoryLink } from "../resources/automations/deleted-history.ts";
import { automationHistory } from "../resources/automations/history.ts";
import { automationKey } from "../resources/automations/keys.ts";
import { ResumeDialog } from "../resources/automations/resume-dialog.tsx";
import { isRunning } from "../resources/automations/status-display.ts";
import { automationTexts } from "../resources/automations/texts.ts";
import { useAutomationList, useHasReachedQuota } from "../resources/automations/use-automation-list.ts";
import { useDesignList } from "../resources/designs/use-design-list.ts";
import { useFilterList } from "../resources/filters/use-filter-list.ts";
import { useServices } from "../services.tsx";
import { collisionTexts } from "./collision-texts.ts";
import { DestinationCard } from "./destination/destination-card.tsx";
import { FailureBanner } from "./failure-banner.tsx";
import { chooseKind, type EditorFields, isChosen, parseDestinationKind } from "./fields.ts";
import { LimitDays } from "./limit-days.tsx";
import { NextReports } from "./next-reports.tsx";
import { ReportAttributes } from "./report-attributes.tsx";
import { SameFilesBanner } from "./same-files-banner.tsx";
import { ScheduleCard } from "./schedule-card.tsx";
import { StatusStrip } from "./status-strip.tsx";
import { TestOutcome } from "./test-outcome.tsx";
import { TitleCard } from "./title-card.tsx";
import { useAutomationEditor } from "./use-automation-editor.ts";
import { useAutomationInfo } from "./use-automation-info.ts";
import { useRunState } from "./use-run-state.ts";

/** Titles of designs and filters by id, to describe others' choices. */
const useTitles = (): ReadonlyMap<string, string> => {
  const { data: designs = [] } = useDesignList();
  const { data: filters = [] } = useFilterList();
  return useMemo(() => new Map([...designs, ...filters].map(({ id, title }) => [id, title])), [designs, filters]);
};

/** Saves every change at once. */
export const AutomationEditor = ({ read, readAgain, isMissing }: ReadForEditor<AutomationOnWire>) => {
  const { api } = useServices();
  const automation = read.data;
  const { id } = automation;
  const editing = useAutomationEditor(read, readAgain);
  const { session, state } = editing;
  const { draft, collision } = state;
  const info = useAutomationInfo(id, readAgain);
  const run = useRunState(id, editing, automation.status);
  const list = useAutomationList();
  const isFull = useHasReachedQuota(list.data);
  const titles = useTitles();
  const words = useMemo(() => collisionTexts(titles), [titles]);
  const [showsVersions, setShowsVersions] = useState(false);
  const actions = useItemActions({
    session,
    words: automationTexts,
    kind: automationHistory,
    id,
    title: draft.title,
    ownKey: automationKey(id),
    clone: () => api.cloneAutomation(id),
    remove: () => api.deleteAutomation(id),
    toPath: automationEditorPath,
  });

  /** Applies the user's choices in a collision. Keeping a part of a destination keeps its kind, too. */
  const decide = (choices: { readonly [F in keyof EditorFields]?: Choice }) => {
    const kind = Object.entries(choices)
      .filter(([, choice]) => choice === "mine")
      .map(([field]) => parseDestinationKind(field))
      .find((one) => one !== null);
    session.resolveCollision(choices);
    const { draft: decided } = session.state();
    if (kind != null && !isChosen(kind, decided)) session.change(chooseKind(kind, decided, decided), "at-once");
  };
  const running = isRunning(run.shown);
  return (
    <EditorFrame
      kind={automationHistory}
      words={automationTexts}
      id={id}
      illustration="exports"
      heading="Edit Automated report"
      name={draft.title}
      title={automation.title}
      session={session}
      state={state}
      isMissing={isMissing}
      left={deletedHistoryLink(id)}
      history={{
        isOpen: showsVersions,
        toggle: () => setShowsVersions(!showsVersions),
        close: () => setShowsVersions(false),
      }}
      actions={{ ...actions, full: isFull ? automationTexts.fullCloneInEditor : null }}
    >
      <FailureBanner automation={automation} info={info.data} onTryNow={run.tryNow.mutate} />
      {automation.same_files && <SameFilesBanner others={automation.same_files} running={running} />}
      <StatusStrip id={id} run={run} info={info.data} draft={draft} />
      <TestOutcome id={id} info={info.data} />
      <EditorLayout
        first={<TitleCard {...editing} />}
        aside={
          <NextReports
            automationId={id}
            info={info.data}
            isFailed={info.isError}
            isRunning={running}
            lacksFilter={draft.report_filter_id === ""}
          />
        }
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
    </EditorFrame>
  );
};
