import { useRecordContext, useRedirect } from "react-admin";
import type { ConsoleParked } from "#domain/wire/support/console-alerts.ts";
import { Acts } from "../../acts/acts.tsx";
import { retryParked } from "../../calls.ts";

/** Retries a parked document, for agents and admins. The process that writes the read model carries it out. */
export const ParkedAct = () => {
  const record = useRecordContext<ConsoleParked>();
  const redirect = useRedirect();
  if (record === undefined) return null;
  return (
    <Acts
      acts={[
        {
          name: "Try again",
          title: `Try the document ${record.documentId} again?`,
          needs: "agent",
          text: `It is made again from its events for the read model “${record.readModel}”.`,
          undo: "You can't undo this. The document stays in the list if it fails once more.",
          successMessage: "The document is being tried again.",
          send: ({ reason }) => retryParked(String(record.id), reason),
          onSuccess: () => redirect("list", "parked"),
        },
      ]}
    />
  );
};
