import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNotify } from "ra-core";
import { useState } from "react";
import { AutomationStatus, DestinationKind } from "#domain/enumerations.ts";
import type { AutomationHistoryItem } from "#domain/wire/automations/automation-history.ts";
import type { AutomationOnWire } from "#domain/wire/automations/automations.ts";
import { getErrorMessage, isSkipped } from "../../shared/api/api-error.ts";
import { ConfirmDialog } from "../../shared/ui/confirm-dialog.tsx";
import { describeDestination } from "../resources/automations/describe-automation.ts";
import { automationRunsKey } from "../resources/automations/keys.ts";
import { automationTexts } from "../resources/automations/texts.ts";
import { useServices } from "../services.tsx";
import { formatRange } from "./run-text.ts";

/** Names the destination, as people outside the shop get the report at once. */
const wayOf = ({ ReportDestination: to }: AutomationOnWire): string =>
  to.Destination === DestinationKind.PublicUrl
    ? "The public link leads to it until the next report."
    : `It goes out right away: ${describeDestination(to)}.`;

/** Sends a run's report again after a confirmation (R-46). `dialog` must be rendered; `ask` opens it. */
export const useSendAgain = (automation: AutomationOnWire | undefined, zone: string) => {
  const { api } = useServices();
  const client = useQueryClient();
  const notify = useNotify();
  const [selectedRun, setSelectedRun] = useState<AutomationHistoryItem | null>(null);
  const send = useMutation({
    mutationFn: (run: AutomationHistoryItem) => api.sendAgain(run.RunId),
    onSuccess: () => {
      notify(automationTexts.sentAgain, { type: "success" });
    },
    onError: (error) => {
      if (!isSkipped(error)) notify(getErrorMessage(error), { type: "error" });
    },
    onSettled: () => client.invalidateQueries({ queryKey: automationRunsKey(automation?.id ?? "") }),
  });
  const ask = (run: AutomationHistoryItem) => {
    if (automation?.status === AutomationStatus.Paused) notify(automationTexts.pausedSendsNothing, { type: "info" });
    else setSelectedRun(run);
  };
  const range = selectedRun && formatRange(selectedRun, zone);
  const dialog = automation && (
    <ConfirmDialog
      open={selectedRun !== null}
      title="Send this report again?"
      text={
        <>
          It's made again{range ? ` for ${range}` : ""}, with the current design, filter and destination.{" "}
          {wayOf(automation)}
        </>
      }
      action="Send again"
      color="primary"
      onConfirm={() => {
        setSelectedRun(null);
        if (selectedRun) send.mutate(selectedRun);
      }}
      onCancel={() => setSelectedRun(null)}
    />
  );
  return { ask: automation ? ask : undefined, dialog };
};
