import { describeFilter } from "#domain/filters/description/describe-filter.ts";
import { toConditions } from "#domain/filters/fields.ts";
import type { Filter } from "#domain/wire/filters/filters.ts";
import type { ApiResponse } from "../../../shared/api/http.ts";
import { filterTabs } from "../../../shared/events/filter-tabs.ts";
import { filtersChanged } from "../../../shared/events/filters-changed.ts";
import { type HistoryKind, managerListPage } from "../history-kind.ts";
import { type EditableFilter, filterFromWire } from "./editable-filter.ts";
import { filterKey, filtersKey } from "./keys.ts";

export const filterHistory: HistoryKind = {
  name: "filters",
  itemName: "filter",
  itemsName: "filters",
  historyName: "History",
  key: filtersKey,
  listPage: managerListPage,
  preview: async (api, id, version, { signal, moment }) => {
    const { Item, Changes, NotRestored } = await api.historyVersion<Filter>("filters", id, version, signal);
    return {
      changes: Changes,
      notRestored: NotRestored,
      meaning: describeFilter(toConditions(filterFromWire(Item).fields), moment),
    };
  },
  restore: async (api, client, id, version) => {
    const { data, etag, stale } = await api.restore<Filter>("filters", id, version);
    // An open editor takes this as the version last read.
    client.setQueryData<ApiResponse<EditableFilter>>(filterKey(id), { data: filterFromWire(data.Item), etag, stale });
    filtersChanged.emit({ filterId: id, view: data.Item.order_filter_view });
    filterTabs.notify({ filterId: id });
    return { title: data.Item.title, notRestored: data.NotRestored };
  },
  notifyDeleted: (id) => filterTabs.notify({ filterId: id }),
};
