import { useParams } from "react-router-dom";
import { isGone } from "../../shared/saving/refusals.ts";
import { useAutomation } from "../resources/automations/use-automation.ts";
import { AutomationHistory } from "./automation-history.tsx";
import { DeletedHistory } from "./deleted-history.tsx";

/** Report Automation History (S-2.2.6). */
const AutomationHistoryPage = () => {
  const { id = "" } = useParams();
  const automation = useAutomation(id);
  if (automation.isError && isGone(automation.error)) return <DeletedHistory key={id} id={id} />;
  return <AutomationHistory key={id} id={id} automation={automation.data?.data} isLoading={automation.isPending} />;
};

export default AutomationHistoryPage;
