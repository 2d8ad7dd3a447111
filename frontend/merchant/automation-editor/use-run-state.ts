import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNotify } from "ra-core";
import { useState } from "react";
import { AutomationStatus } from "#domain/enumerations.ts";
import { chooseFilterMessage } from "#domain/workspace/automations/automation-problems.ts";
import { getErrorMessage, isRuleRefusal, isSkipped } from "../../shared/api/api-error.ts";
import { automationTabs } from "../../shared/events/automation-tabs.ts";
import { automationInfoKey, automationKey, automationsKey } from "../resources/automations/keys.ts";
import type { CatchUp, Skipped } from "../resources/automations/resume-dialog.tsx";
import { isRunning } from "../resources/automations/status-display.ts";
import { automationTexts } from "../resources/automations/texts.ts";
import { useTryNow } from "../resources/automations/use-try-now.ts";
import { useServices } from "../services.tsx";
import { describeUnsaved } from "./unsaved-text.ts";
import type { Editing } from "./use-automation-editor.ts";

/** Starts, pauses, samples and tests the report. `status`: the one last read. */
export const useRunState = (id: string, { session, state, tellMissing }: Editing, status: AutomationStatus) => {
  const { api } = useServices();
  const client = useQueryClient();
  const notify = useNotify();
  /** The skipped time, while the dialog asks about it. */
  const [asked, setAsked] = useState<Skipped | null>(null);

  const readAgain = () =>
    Promise.all(
      [automationKey(id), automationInfoKey(id), automationsKey].map((queryKey) =>
        client.invalidateQueries({ queryKey }),
      ),
    );
  const tell = (error: unknown, otherwise?: string) => {
    // A rule's message gives the reason.
    if (!isSkipped(error))
      notify(otherwise === undefined || isRuleRefusal(error) ? getErrorMessage(error) : otherwise, { type: "error" });
  };
  /**
   * Saves everything before a start or test.
   * @throws {Error} something cannot be saved
   */
  const settled = async () => {
    if (await session.flushAndWait()) return;
    tellMissing();
    throw new Error(describeUnsaved("The automated report wasn't started", session.state()));
  };

  const resume = useMutation({
    mutationFn: (CatchUp: CatchUp) => api.startAutomation({ id, CatchUp }),
    onSuccess: () => {
      setAsked(null);
      automationTabs.notify({ automationId: id });
      return readAgain();
    },
    onError: (error) => tell(error),
  });

  /** @throws {Error} something cannot be saved, or there is no filter */
  const settledWithFilter = async () => {
    await settled();
    if (session.state().draft.report_filter_id !== "") return;
    tellMissing();
    throw new Error(chooseFilterMessage);
  };

  const start = useMutation({
    mutationFn: async () => {
      await settledWithFilter();
      // Read now, as more time may have passed since the page was loaded.
      return client.fetchQuery({
        queryKey: automationInfoKey(id),
        queryFn: ({ signal }) => api.automationInfo(id, signal),
        staleTime: 0,
      });
    },
    onSuccess: ({ Skipped }) => {
      if (Skipped) return setAsked(Skipped);
      if (status === AutomationStatus.Suspended) return resume.mutateAsync("one").catch(() => undefined);
      session.change({ status: AutomationStatus.Active }, "at-once");
    },
    onError: (error) => tell(error),
  });

  const test = useMutation({
    mutationFn: async () => {
      await settled();
      await api.testAutomation(id);
    },
    onSuccess: () => {
      notify(automationTexts.testRequested, { type: "success" });
      return client.invalidateQueries({ queryKey: automationInfoKey(id) });
    },
    onError: (error) => tell(error, automationTexts.cannotTest),
  });

  const sample = useMutation({
    mutationFn: async () => {
      await settledWithFilter();
      return api.makeSample(id);
    },
    onError: (error) => tell(error),
  });

  const tryNow = useTryNow(id, settled);

  // A press shows at once; changes by the server show when read.
  const isChanging = state.draft.status !== state.base.status;
  const shown = isChanging ? state.draft.status : status;
  const toggle = () => {
    if (isRunning(shown)) session.change({ status: AutomationStatus.Paused }, "at-once");
    else if (!start.isPending && !resume.isPending) start.mutate();
  };
  return {
    shown,
    toggle,
    isBusy: start.isPending || resume.isPending,
    question: { asked, resume: resume.mutate, isPending: resume.isPending, close: () => setAsked(null) },
    test,
    sample,
    tryNow,
  };
};

export type RunState = ReturnType<typeof useRunState>;
