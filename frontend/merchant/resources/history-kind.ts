import type { QueryClient } from "@tanstack/react-query";
import type { FilterMoment } from "#domain/filters/compile/compiled.ts";
import { paths } from "../../shared/navigation/paths.ts";
import type { MerchantApi } from "../api.ts";
import type { HistoryFolder } from "./history-calls.ts";

/** What restoring would bring, in words. */
export type Preview = { changes: string[]; notRestored: string[]; meaning: string | null };
/** `standing`: how it stands now, a sentence, where its history does not say so. */
export type RestoredNow = { title: string; notRestored: string[]; standing?: string };

/** The page that has the list of a kind. */
export type Home = { path: string; name: string };

export const managerHome: Home = { path: paths.manager, name: "Manager" };

/** What the histories of filters, report designs and automated reports differ in. */
export type HistoryKind = {
  name: HistoryFolder;
  /** Within a sentence. */
  thing: string;
  things: string;
  /** What its history is called: an automated report has another one, of its runs. */
  historyName: string;
  /** Every cached answer about members of the list begins so: one change makes all of them old. */
  key: readonly string[];
  home: Home;
  /** `moment`: today, for what moves along with it. */
  preview: (
    api: MerchantApi,
    id: string,
    version: number,
    of: { signal: AbortSignal; moment: FilterMoment },
  ) => Promise<Preview>;
  /** Restores, and hands the restored content to whatever shows it. */
  restore: (api: MerchantApi, client: QueryClient, id: string, version: number) => Promise<RestoredNow>;
  /** It was deleted here: an editor of it that is open in another tab says so. */
  tellDeleted: (id: string) => void;
};

export const historyKey = ({ key }: HistoryKind, id: string) => [...key, "history", id];
export const deletedKey = ({ key }: HistoryKind) => [...key, "deleted"];

/** A toast's words: what was restored, and how it stands now. */
export const restoredWords = (restored: string, { standing }: RestoredNow): string =>
  standing === undefined ? restored : `${restored}. ${standing}`;
