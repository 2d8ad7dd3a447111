import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { DateTime } from "luxon";
import { useNotify } from "ra-core";
import { useCallback, useMemo, useState } from "react";
import { flushSync } from "react-dom";
import type { DestinationKind } from "#domain/enumerations.ts";
import type { AutomationOnWire } from "#domain/wire/automations/automations.ts";
import { secretFields } from "#domain/workspace/automations/automation-fields.ts";
import { getErrorMessage, isSkipped } from "../../shared/api/api-error.ts";
import type { ApiResponse } from "../../shared/api/http.ts";
import type { ShopDrafts } from "../../shared/drafts/drafts.ts";
import { automationTabs } from "../../shared/events/automation-tabs.ts";
import type { EditSession, EditState, Version } from "../../shared/saving/edit-session.ts";
import type { MerchantApi } from "../api.ts";
import { createPersistentSession } from "../editing/persistent-session.ts";
import { useEditSession } from "../editing/use-edit-session.ts";
import { automationDraftName, isValidAutomationValue } from "../resources/automations/automation-draft.ts";
import { automationInfoKey, automationKey, automationsKey } from "../resources/automations/keys.ts";
import { useServices } from "../services.tsx";
import { useDrafts } from "../use-drafts.ts";
import { useShopZone } from "../use-shop-zone.ts";
import {
  type EditorFields,
  fieldsFromWire,
  fieldsToWire,
  getShownDestination,
  isSent,
  withoutEmptyKind,
} from "./fields.ts";
import { validateFields } from "./validate.ts";

type AutomationSession = EditSession<EditorFields>;
export type Editing = {
  session: AutomationSession;
  state: EditState<EditorFields>;
  /** True if required empty fields show their problem. */
  tellsMissing: boolean;
  /** Shows the problems of required empty fields, and focuses the first invalid field. */
  tellMissing: () => void;
};

type Parts = {
  api: MerchantApi;
  client: QueryClient;
  drafts: ShopDrafts;
  today: () => string;
  showToast: (words: string) => void;
};

/** `read`: the report as read when the editor opened. */
const createAutomationSession = (
  { api, client, drafts, today, showToast }: Parts,
  read: ApiResponse<AutomationOnWire>,
): AutomationSession => {
  const { id } = read.data;
  const session: AutomationSession = createPersistentSession<EditorFields>({
    read: { value: fieldsFromWire(read.data), etag: read.etag },
    drafts,
    name: automationDraftName(id),
    getTitle: ({ title }) => title,
    fits: isValidAutomationValue,
    secrets: secretFields,
    save: async (fields, ifMatch) => {
      const answer = await api.updateAutomation(fieldsToWire(id, fields), ifMatch);
      client.setQueryData<ApiResponse<AutomationOnWire>>(automationKey(id), answer);
      return { value: fieldsFromWire(answer.data, { typed: fields, others: fields }), etag: answer.etag };
    },
    readAgain: async () => {
      const { data, etag } = await api.automation(id, new AbortController().signal);
      return { value: fieldsFromWire(data, { typed: session.state().base }), etag };
    },
    judge: (fields) => validateFields(fields, today()),
    isSent,
    worthKeeping: withoutEmptyKind,
    // The only status that can wait here is Paused, and it replaces any other.
    merging: { status: (_base, wanted) => wanted },
    onSaved: () => {
      void client.invalidateQueries({ queryKey: automationInfoKey(id) });
      void client.invalidateQueries({ queryKey: automationsKey });
      automationTabs.notify({ automationId: id });
    },
    onFailed: (error) => {
      const { base, draft } = session.state();
      // Resets switch and button to the saved state, so they can be pressed again.
      const pressed = {
        ...(draft.status !== base.status && { status: base.status }),
        ...(draft.NextDestination === null &&
          base.NextDestination?.kind === draft.ReportDestination.kind && {
            ReportDestination: base.ReportDestination,
            NextDestination: base.NextDestination,
          }),
      };
      if (Object.keys(pressed).length === 0) return;
      session.change(pressed, "at-once");
      if (!isSkipped(error)) showToast(getErrorMessage(error));
    },
  });
  return session;
};

/** Focuses the first invalid field. A select's hidden twin is skipped. */
const focusWrongField = () => {
  const field = document.querySelector<HTMLElement>('#main [aria-invalid="true"]:not([aria-hidden="true"])');
  field?.scrollIntoView({ block: "center" });
  field?.focus({ preventScroll: true });
};

/** Keeps the page's input as typed, for each kind of destination. */
const carriedBy = (session: AutomationSession) => {
  const { draft } = session.state();
  return { typed: draft, others: draft };
};

/**
 * Saves each change over the version last read, and then reads the plan again. `read`: the report last read. Another
 * report needs a component with another key.
 */
export const useAutomationEditor = (read: ApiResponse<AutomationOnWire>, readAgain: () => void): Editing => {
  const { api } = useServices();
  const client = useQueryClient();
  const drafts = useDrafts();
  const notify = useNotify();
  const zone = useShopZone();
  const { id } = read.data;
  const [session] = useState(() => {
    const today = () => DateTime.now().setZone(zone).toISODate() ?? "";
    return createAutomationSession(
      { api, client, drafts, today, showToast: (words) => notify(words, { type: "error" }) },
      read,
    );
  });
  const listen = useCallback(
    (onChange: () => void) => automationTabs.listen(({ automationId }) => automationId === id && onChange()),
    [id],
  );
  const version = useMemo(
    (): Version<EditorFields> => ({
      value: fieldsFromWire(read.data, carriedBy(session)),
      etag: read.etag,
    }),
    [read, session],
  );
  const state = useEditSession(session, { read: version, readAgain, listen });
  const { kind } = getShownDestination(state.draft);
  const [toldOf, setToldOf] = useState<DestinationKind | null>(null);
  const tellMissing = () => {
    flushSync(() => setToldOf(kind));
    focusWrongField();
  };
  return { session, state, tellsMissing: toldOf === kind, tellMissing };
};
