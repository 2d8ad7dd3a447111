import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState, useSyncExternalStore } from "react";
import { OrderFilterView } from "#domain/enumerations.ts";
import { contentOf, type FilterFields } from "#domain/filters/fields.ts";
import { validateFilterContent } from "#domain/filters/validate.ts";
import type { Filter } from "#domain/wire/filters.ts";
import type { Answer } from "../../shared/api/http.ts";
import { filterTabs } from "../../shared/events/filter-tabs.ts";
import { filtersChanged } from "../../shared/events/filters-changed.ts";
import { createEditSession, type EditSession, type Version } from "../../shared/saving/edit-session.ts";
import type { MerchantApi } from "../api.ts";
import { useServices } from "../services.tsx";
import { fieldsOf, payloadOf } from "./filter-fields.ts";
import { filterKey, filtersKey, unsavedFilterKey } from "./filter-keys.ts";

/** Part 1 section 4, 'Autosave': every change is saved, text when its typing pauses. */
const pauseMs = 400;

type Unsaved = { seen: Version<FilterFields>; draft: FilterFields };

/** ETags of a filter are its version in quotes. */
const versionOf = (etag: string | null) => Number(etag?.replace(/\D/gu, "") ?? Number.NaN);

export type FilterEditor = EditSession<FilterFields>;

/** The session of one filter; `read` is the filter as it was read when the editor opened. */
const createFilterSession = (api: MerchantApi, client: QueryClient, read: Answer<Filter>): FilterEditor => {
  const filter = read.data;
  const { id } = filter;
  const unsaved = client.getQueryData<Unsaved>(unsavedFilterKey(id));
  const versionIn = ({ data, etag }: Answer<Filter>): Version<FilterFields> => ({ value: fieldsOf(data), etag });
  const created = createEditSession<FilterFields>({
    initial: unsaved?.seen ?? versionIn(read),
    ...(unsaved && { draft: unsaved.draft }),
    save: async (fields, ifMatch) => {
      const answer = await api.updateFilter(payloadOf(fields, filter), ifMatch);
      client.setQueryData<Answer<Filter>>(filterKey(id), answer);
      return versionIn(answer);
    },
    read: async () => versionIn(await api.filter(id, new AbortController().signal)),
    judge: (fields) => validateFilterContent(contentOf(fields)),
    isNewer: (etag, than) => versionOf(etag) > versionOf(than),
    onSaved: () => {
      void client.invalidateQueries({ queryKey: filtersKey });
      filtersChanged.emit({ filterId: id, view: filter.order_filter_view });
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
    if (created.isUnsaved() && !created.state().gone)
      client.setQueryData<Unsaved>(unsavedFilterKey(id), { seen: { value: base, etag }, draft });
    else client.removeQueries({ queryKey: unsavedFilterKey(id) });
  });
  return created;
};

/**
 * Edits one filter: saves each change over the version that was seen, and tells of it. `read` is the filter as it was read last;
 * a newer one is taken over while nothing here is unsaved. For one filter: another one needs a component of another key.
 */
export const useFilterEditor = (read: Answer<Filter>, readAgain: () => void) => {
  const { api } = useServices();
  const client = useQueryClient();
  const { id } = read.data;
  const [session] = useState(() => createFilterSession(api, client, read));

  useEffect(() => session.adopt({ value: fieldsOf(read.data), etag: read.etag }), [session, read]);

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

export const isSystem = ({ order_filter_view }: Filter): boolean => order_filter_view !== OrderFilterView.All;
