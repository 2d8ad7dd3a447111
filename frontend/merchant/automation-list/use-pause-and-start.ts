import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNotify } from "ra-core";
import { useState } from "react";
import { AutomationStatus } from "#domain/enumerations.ts";
import type { ListedAutomation } from "#domain/wire/automations/automations.ts";
import { chooseFilterMessage } from "#domain/workspace/automations/automation-problems.ts";
import { getErrorMessage, isSkipped } from "../../shared/api/api-error.ts";
import { automationTabs } from "../../shared/events/automation-tabs.ts";
import { useLastNonNull } from "../../shared/ui/use-last-non-null.ts";
import { automationInfoKey, automationKey, automationsKey } from "../resources/automations/keys.ts";
import type { CatchUp, Skipped } from "../resources/automations/resume-dialog.tsx";
import { useServices } from "../services.tsx";

type Question = { row: ListedAutomation; skipped: Skipped };

/** Pauses and starts a report of the list, as the editor's switch does. `onDone`: called with what to announce. */
export const usePauseAndStart = (onDone: (said: string) => void) => {
  const { api } = useServices();
  const client = useQueryClient();
  const notify = useNotify();
  /** Whose skipped time the dialog asks about. */
  const [asked, setAsked] = useState<Question | null>(null);
  /** Stays while the dialog closes. */
  const lastRow = useLastNonNull(asked)?.row;

  const readAgain = (id: string) =>
    Promise.all(
      [automationKey(id), automationInfoKey(id), automationsKey].map((queryKey) =>
        client.invalidateQueries({ queryKey }),
      ),
    );
  const done = ({ id, title }: ListedAutomation, state: "paused" | "started") => {
    automationTabs.notify({ automationId: id });
    onDone(`“${title}” is ${state}.`);
    return readAgain(id);
  };
  const failed = (error: unknown, { id }: ListedAutomation) => {
    if (!isSkipped(error)) notify(getErrorMessage(error), { type: "error" });
    return readAgain(id);
  };
  /** Saves over the current version, so others' edits stay. */
  const save = async ({ id }: ListedAutomation, status: AutomationStatus) => {
    const { data, etag } = await api.automation(id, new AbortController().signal);
    return api.updateAutomation({ ...data, status }, etag);
  };

  const pause = useMutation({
    mutationFn: (row: ListedAutomation) => save(row, AutomationStatus.Paused),
    onSuccess: (_answer, row) => done(row, "paused"),
    onError: failed,
  });
  const resume = useMutation({
    mutationFn: ({ row, how }: { row: ListedAutomation; how: CatchUp }) =>
      api.startAutomation({ id: row.id, CatchUp: how }),
    onSuccess: (_answer, { row }) => {
      setAsked(null);
      return done(row, "started");
    },
    onError: (error, { row }) => failed(error, row),
  });
  const start = useMutation({
    mutationFn: async (row: ListedAutomation): Promise<Skipped | null> => {
      if (row.report_filter_id === "") throw new Error(chooseFilterMessage);
      const { Skipped } = await api.automationInfo(row.id, new AbortController().signal);
      if (Skipped) return Skipped;
      // A suspended report always makes up for the failed one.
      if (row.status === AutomationStatus.Suspended) await api.startAutomation({ id: row.id, CatchUp: "one" });
      else await save(row, AutomationStatus.Active);
      return null;
    },
    onSuccess: (skipped, row) => (skipped ? setAsked({ row, skipped }) : done(row, "started")),
    onError: failed,
  });

  return {
    pause: pause.mutate,
    start: start.mutate,
    /** Another report's question starts with the default choice. */
    questionKey: lastRow?.id,
    isBusy: pause.isPending || start.isPending || resume.isPending,
    question: {
      asked: asked?.skipped ?? null,
      resume: (how: CatchUp) => asked && resume.mutate({ row: asked.row, how }),
      isPending: resume.isPending,
      close: () => setAsked(null),
      isSuspended: lastRow?.status === AutomationStatus.Suspended,
    },
  };
};
