import { useRecordContext } from "react-admin";
import type { ConsoleAutomationDetails } from "#domain/wire/support/console.ts";
import { Acts } from "../acts/acts.tsx";
import { performAction } from "../calls.ts";

export const AutomationActs = () => {
  const record = useRecordContext<ConsoleAutomationDetails>();
  if (record?.suspended !== true) return null;
  return (
    <Acts
      acts={[
        {
          name: "Restart",
          title: `Restart the automated report “${record.title}”?`,
          needs: "agent",
          text: "It makes one report of all that is missing and sends it. If that works, the schedule goes on. If not, it is suspended again. The merchant sees in its history that Sheaf support started it.",
          undo: "You can't undo this, but the merchant can pause the report.",
          successMessage: "The report was restarted.",
          send: (asked) => performAction("automations", record.id, "restart", asked),
        },
      ]}
    />
  );
};
