import { useCallback, useEffect } from "react";
import { useParams } from "react-router-dom";
import { isSkipped, messageOf } from "../../shared/api/api-error.ts";
import { isGone } from "../../shared/saving/refusals.ts";
import { RetryAlert } from "../../shared/ui/retry-alert.tsx";
import { EditorHeader } from "../editing/editor-header.tsx";
import { ThingGone } from "../editing/thing-gone.tsx";
import { automationDraftName } from "../resources/automations/automation-draft.ts";
import { automationHistory } from "../resources/automations/history.ts";
import { historyLeft } from "../resources/automations/history-left.ts";
import { useAutomation } from "../resources/automations/use-automation.ts";
import { useDrafts } from "../use-drafts.ts";
import { AutomationEditor } from "./automation-editor.tsx";
import { EditorSkeleton } from "./editor-skeleton.tsx";

/** Editor of one automated report (S-2.2.6): reads it, again whenever the window comes back into sight. */
const AutomationEditorPage = () => {
  const { id = "" } = useParams();
  const automation = useAutomation(id);
  const { refetch } = automation;
  const readAgain = useCallback(() => void refetch(), [refetch]);
  const drafts = useDrafts();
  const isMissing = isGone(automation.error);
  useEffect(() => {
    if (isMissing) drafts.forget(automationDraftName(id));
  }, [isMissing, drafts, id]);
  if (isMissing && automation.data === undefined)
    return <ThingGone kind={automationHistory} id={id} illustration="exports" left={historyLeft(id)} />;
  // What is remembered of an earlier visit may be older than what is there now.
  if (automation.data !== undefined && (automation.isFetchedAfterMount || !automation.isFetching))
    return <AutomationEditor key={id} read={automation.data} readAgain={readAgain} isMissing={isMissing} />;
  return (
    <>
      <EditorHeader title="Edit Automated report" name="" saving="none" home={automationHistory.home} />
      {automation.isError && !isSkipped(automation.error) ? (
        <RetryAlert onRetry={readAgain}>{messageOf(automation.error)}</RetryAlert>
      ) : (
        <EditorSkeleton />
      )}
    </>
  );
};

export default AutomationEditorPage;
