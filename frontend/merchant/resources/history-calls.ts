import type { DeletedItem, HistoryPage, HistoryVersion, Restored } from "#domain/wire/history.ts";
import type { Calls } from "../../shared/api/calls.ts";
import { readFresh } from "../../shared/api/read-fresh.ts";

/** Path prefix of a kind's calls. */
export type HistoryFolder = "filters" | "reports" | "automations";

/** Histories of filters, report designs and automated reports. */
export const createHistoryCalls = ({ http, get }: Calls) => ({
  /**
   * Versions, newest first; works for deleted objects too. `before`: the previous page's `Before`, null for the newest.
   */
  history: (folder: HistoryFolder, id: string, before: string | null, signal: AbortSignal) =>
    get<HistoryPage>(`${folder}/history`, { params: before === null ? { id } : { id, before }, signal }),
  historyVersion: <Item>(folder: HistoryFolder, id: string, version: number, signal: AbortSignal) =>
    get<HistoryVersion<Item>>(`${folder}/history-version`, { params: { id, version: String(version) }, signal }),
  deletedItems: (folder: HistoryFolder, signal: AbortSignal) => get<DeletedItem[]>(`${folder}/deleted`, { signal }),
  /** A deleted object, read after this client's own latest writes; undefined if it isn't deleted or was restored. */
  deletedItem: async (folder: HistoryFolder, id: string): Promise<DeletedItem | undefined> => {
    const list = { method: "GET", kind: "query", path: `${folder}/deleted` } as const;
    const { data } = await readFresh(() => http.send<DeletedItem[]>(list));
    return data.find((item) => item.id === id);
  },
  /** Includes the restored object's new ETag. */
  restore: <Item>(folder: HistoryFolder, id: string, version: number) =>
    http.send<Restored<Item>>({ method: "POST", kind: "command", path: `${folder}/restore`, body: { id, version } }),
});
