import type { DeletedItem, HistoryPage, HistoryVersion, Restored } from "#domain/wire/history.ts";
import type { Calls } from "../../shared/api/calls.ts";
import { readFresh } from "../../shared/api/read-fresh.ts";

/** Where the calls of a kind are. */
export type HistoryFolder = "filters" | "reports" | "automations";

/** The calls about the histories of filters, report designs and automated reports. */
export const historyCalls = ({ http, get }: Calls) => ({
  /** Newest first; also of what was deleted. `before`: the `Before` of the page that this one follows, null for the newest. */
  history: (of: HistoryFolder, id: string, before: string | null, signal: AbortSignal) =>
    get<HistoryPage>(`${of}/history`, { params: before === null ? { id } : { id, before }, signal }),
  /** What restoring a version would bring. */
  historyVersion: <Item>(of: HistoryFolder, id: string, version: number, signal: AbortSignal) =>
    get<HistoryVersion<Item>>(`${of}/history-version`, { params: { id, version: String(version) }, signal }),
  deletedItems: (of: HistoryFolder, signal: AbortSignal) => get<DeletedItem[]>(`${of}/deleted`, { signal }),
  /** One of them, as it is after everything that was done here; undefined of what is not deleted, or is restored already. */
  deletedItem: async (of: HistoryFolder, id: string): Promise<DeletedItem | undefined> => {
    const list = { method: "GET", kind: "query", path: `${of}/deleted` } as const;
    const { data } = await readFresh(() => http.send<DeletedItem[]>(list));
    return data.find((item) => item.id === id);
  },
  /** With the new ETag of what was restored. */
  restore: <Item>(of: HistoryFolder, id: string, version: number) =>
    http.send<Restored<Item>>({ method: "POST", kind: "command", path: `${of}/restore`, body: { id, version } }),
});
