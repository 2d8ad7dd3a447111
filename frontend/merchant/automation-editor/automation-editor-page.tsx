import { useParams } from "react-router-dom";
import { EditorPage } from "../editing/editor-page.tsx";
import { automationDraftName } from "../resources/automations/automation-draft.ts";
import { deletedHistoryLink } from "../resources/automations/deleted-history.ts";
import { automationHistory } from "../resources/automations/history.ts";
import { useAutomation } from "../resources/automations/use-automation.ts";
import { AutomationEditor } from "./automation-editor.tsx";
import { EditorSkeleton } from "./editor-skeleton.tsx";

/** Reads one automated report for its editor (S-2.2.6), again on window focus. */
const AutomationEditorPage = () => {
  const { id = "" } = useParams();
  const automation = useAutomation(id);
  return (
    <EditorPage
      kind={automationHistory}
      id={id}
      illustration="exports"
      title="Edit Automated report"
      draftName={automationDraftName(id)}
      query={automation}
      skeleton={<EditorSkeleton />}
      left={deletedHistoryLink(id)}
    >
      {(read) => <AutomationEditor key={id} {...read} />}
    </EditorPage>
  );
};

export default AutomationEditorPage;
