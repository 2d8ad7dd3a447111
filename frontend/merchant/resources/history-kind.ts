import type { QueryClient } from "@tanstack/react-query";
import type { FilterMoment } from "#domain/filters/compile/compiled.ts";
import { paths } from "../../shared/navigation/paths.ts";
import type { MerchantApi } from "../api.ts";
import type { HistoryFolder } from "./history-calls.ts";

/** The effect of a restoration, in words. */
export type Preview = { changes: string[]; notRestored: string[]; meaning: string | null };
/** `statusText`: a sentence on the object's current state, if its history doesn't say so. */
export type Restored = { title: string; notRestored: string[]; statusText?: string };

/** A page with a kind's list. */
export type ListPage = { path: string; name: string };

export const managerListPage: ListPage = { path: paths.manager, name: "Manager" };

/** The differences between the histories of filters, report designs and automated reports. */
export type HistoryKind = {
  name: HistoryFolder;
  /** Used within a sentence. */
  itemName: string;
  itemsName: string;
  /** The history's name: automated reports have a second history, of their runs. */
  historyName: string;
  /** Prefix of all cached responses about the list's members; any change invalidates all of them. */
  key: readonly string[];
  listPage: ListPage;
  /** `moment`: today, for relative dates. */
  preview: (
    api: MerchantApi,
    id: string,
    version: number,
    of: { signal: AbortSignal; moment: FilterMoment },
  ) => Promise<Preview>;
  /** Restores, and passes the content to open views. */
  restore: (api: MerchantApi, client: QueryClient, id: string, version: number) => Promise<Restored>;
  /** Notifies editors in other tabs of a deletion here. */
  notifyDeleted: (id: string) => void;
};

export const historyKey = ({ key }: HistoryKind, id: string) => [...key, "history", id];
export const deletedKey = ({ key }: HistoryKind) => [...key, "deleted"];

/** A toast's text: the restored object, and its current state. */
export const describeRestored = (restored: string, { statusText }: Restored): string =>
  statusText === undefined ? restored : `${restored}. ${statusText}`;
