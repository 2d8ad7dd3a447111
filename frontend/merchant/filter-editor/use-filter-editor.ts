import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState, useSyncExternalStore } from "react";
import { OrderFilterView } from "#domain/enumerations.ts";
import { contentFromFields, type FilterFields } from "#domain/filters/fields.ts";
import { validateFilterContent } from "#domain/filters/validate.ts";
import { ApiError, clientCode } from "../../shared/api/api-error.ts";
import type { Answer } from "../../shared/api/http.ts";
import type { ShopDrafts } from "../../shared/drafts/drafts.ts";
import { filterTabs } from "../../shared/events/filter-tabs.ts";
import { filtersChanged } from "../../shared/events/filters-changed.ts";
import { createEditSession, type EditSession, type Version } from "../../shared/saving/edit-session.ts";
import type { MerchantApi } from "../api.ts";
import { draftOnTopOf, filterDraftName, filterDraftOf, readFilterDraft } from "../resources/filters/filter-draft.ts";
import type { FilterOnPage } from "../resources/filters/filter-on-page.ts";
import { filterKey, filtersKey } from "../resources/filters/keys.ts";
import { useServices } from "../services.tsx";
import { useDrafts } from "../use-drafts.ts";

/** S-1.4, 'Autosave': every change is saved, text when its typing pauses. */
const pauseMs = 400;

const loggedOut = "The shop was logged out, so its changes are not sent any more.";

/** ETags of a filter are its version in quotes. */
const versionOf = (etag: string | null) => Number(etag?.replace(/\D/gu, "") ?? Number.NaN);

export type FilterSession = EditSession<FilterFields>;

/** The session of one filter; `read` is the filter as it was read when the editor opened. */
const createFilterSession = (
  api: MerchantApi,
  client: QueryClient,
  drafts: ShopDrafts,
  read: Answer<FilterOnPage>,
): FilterSession => {
  const filter = read.data;
  const { id } = filter;
  const name = filterDraftName(id);
  const versionIn = ({ data, etag }: Answer<FilterOnPage>): Version<FilterFields> => ({ value: data.fields, etag });
  const kept = readFilterDraft(drafts.read(name));
  const unsaved = kept && draftOnTopOf(versionIn(read), kept);
  // Of an earlier form, or damaged: nothing of it can be saved any more.
  if (unsaved === null) drafts.forget(name);
  const created = createEditSession<FilterFields>({
    initial: unsaved?.seen ?? versionIn(read),
    ...(unsaved && { draft: unsaved.draft }),
    save: async (fields, ifMatch) => {
      // An editor that is still open when its shop is logged out sends nothing under what comes after.
      if (!drafts.areLive()) throw new ApiError({ code: clientCode.unauthorized, message: loggedOut, skipped: true });
      const answer = await api.updateFilter({ ...filter, fields }, ifMatch);
      client.setQueryData<Answer<FilterOnPage>>(filterKey(id), answer);
      return versionIn(answer);
    },
    read: async () => versionIn(await api.filter(id, new AbortController().signal)),
    judge: (fields) => validateFilterContent(contentFromFields(fields)),
    isNewer: (etag, than) => versionOf(etag) > versionOf(than),
    onSaved: () => {
      void client.invalidateQueries({ queryKey: filtersKey });
      filtersChanged.emit({ filterId: id, view: filter.view });
      filterTabs.tell({ filterId: id });
    },
    pauseMs,
    schedule: (run, milliseconds) => {
      const timer = setTimeout(run, milliseconds);
      return () => clearTimeout(timer);
    },
  });
  created.subscribe(() => {
    const { base, etag, draft } = created.state();
    if (created.isUnsaved() && !created.state().gone) drafts.keep(name, filterDraftOf({ value: base, etag }, draft));
    else drafts.forget(name);
  });
  return created;
};

/**
 * Edits one filter: saves each change over the version that was seen, and tells of it. `read` is the filter as it was read last;
 * a newer one is taken over while nothing here is unsaved. For one filter: another one needs a component of another key.
 */
export const useFilterEditor = (read: Answer<FilterOnPage>, readAgain: () => void) => {
  const { api } = useServices();
  const client = useQueryClient();
  const drafts = useDrafts();
  const { id } = read.data;
  const [session] = useState(() => createFilterSession(api, client, drafts, read));

  useEffect(() => session.adopt({ value: read.data.fields, etag: read.etag }), [session, read]);

  useEffect(() => {
    // What an earlier visit could not save is tried again at once.
    if (session.isUnsaved()) session.retry();
    const flush = () => session.flush();
    window.addEventListener("pagehide", flush);
    return () => {
      window.removeEventListener("pagehide", flush);
      flush();
    };
  }, [session]);

  useEffect(() => filterTabs.listen(({ filterId }) => filterId === id && readAgain()), [id, readAgain]);

  useEffect(() => {
    // Of two windows side by side none is ever hidden.
    window.addEventListener("focus", readAgain);
    return () => window.removeEventListener("focus", readAgain);
  }, [readAgain]);

  const state = useSyncExternalStore(session.subscribe, session.state);
  return { session, state };
};

export const isSystem = ({ view }: FilterOnPage): boolean => view !== OrderFilterView.All;
