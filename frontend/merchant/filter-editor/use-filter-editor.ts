import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo, useState } from "react";
import { OrderFilterView } from "#domain/enumerations.ts";
import { type FilterFields, toFilterContent } from "#domain/filters/fields.ts";
import { validateFilterContent } from "#domain/filters/validate.ts";
import type { ApiResponse } from "../../shared/api/http.ts";
import type { ShopDrafts } from "../../shared/drafts/drafts.ts";
import { filterTabs } from "../../shared/events/filter-tabs.ts";
import { filtersChanged } from "../../shared/events/filters-changed.ts";
import type { EditSession, Version } from "../../shared/saving/edit-session.ts";
import type { MerchantApi } from "../api.ts";
import { createPersistentSession } from "../editing/persistent-session.ts";
import { useEditSession } from "../editing/use-edit-session.ts";
import type { EditableFilter } from "../resources/filters/editable-filter.ts";
import { filterDraftName, isValidFilterValue } from "../resources/filters/filter-draft.ts";
import { filterKey, filtersKey } from "../resources/filters/keys.ts";
import { useServices } from "../services.tsx";
import { useDrafts } from "../use-drafts.ts";

export type FilterSession = EditSession<FilterFields>;

const versionIn = ({ data, etag }: ApiResponse<EditableFilter>): Version<FilterFields> => ({
  value: data.fields,
  etag,
});

/** `read`: the filter as read when the editor opened. */
const createFilterSession = (
  api: MerchantApi,
  client: QueryClient,
  drafts: ShopDrafts,
  read: ApiResponse<EditableFilter>,
): FilterSession => {
  const filter = read.data;
  const { id } = filter;
  return createPersistentSession<FilterFields>({
    read: versionIn(read),
    drafts,
    name: filterDraftName(id),
    getTitle: ({ title }) => title,
    fits: isValidFilterValue,
    save: async (fields, ifMatch) => {
      const answer = await api.updateFilter({ ...filter, fields }, ifMatch);
      client.setQueryData<ApiResponse<EditableFilter>>(filterKey(id), answer);
      return versionIn(answer);
    },
    readAgain: async () => versionIn(await api.filter(id, new AbortController().signal)),
    judge: (fields) => validateFilterContent(toFilterContent(fields)),
    onSaved: () => {
      void client.invalidateQueries({ queryKey: filtersKey });
      filtersChanged.emit({ filterId: id, view: filter.view });
      filterTabs.notify({ filterId: id });
    },
  });
};

/**
 * Saves each change over the version seen, and notifies others. `read`: the filter last read; a newer one replaces the
 * draft unless something is unsaved. Another filter needs a component with another key.
 */
export const useFilterEditor = (read: ApiResponse<EditableFilter>, readAgain: () => void) => {
  const { api } = useServices();
  const client = useQueryClient();
  const drafts = useDrafts();
  const { id } = read.data;
  const [session] = useState(() => createFilterSession(api, client, drafts, read));
  const listen = useCallback(
    (onChange: () => void) => filterTabs.listen(({ filterId }) => filterId === id && onChange()),
    [id],
  );
  const version = useMemo(() => versionIn(read), [read]);
  const state = useEditSession(session, { read: version, readAgain, listen });
  return { session, state };
};

export const isSystem = ({ view }: EditableFilter): boolean => view !== OrderFilterView.All;
