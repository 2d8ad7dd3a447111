import type { QueryClient } from "@tanstack/react-query";
import type { ResourceRestrictions } from "#domain/wire/account/restrictions.ts";
import type { IllustrationName } from "../../shared/ui/illustrations.tsx";
import type { MerchantApi } from "../api.ts";
import type { HistoryKind } from "../resources/history-kind.ts";
import type { ListWords } from "../resources/words.ts";

/** What every row of a list has. */
export type Listed = { id: string; title: string };

/** What lists of things that a merchant edits differ in. */
export type ListKind<Row extends Listed> = {
  /** Every cached answer that holds members of the list begins so. */
  key: readonly string[];
  quota: keyof ResourceRestrictions;
  history: HistoryKind;
  /** `starter`: what it begins as, where that is asked. */
  create: (api: MerchantApi, starter?: string) => Promise<Row>;
  clone: (api: MerchantApi, row: Row) => Promise<Row>;
  /** 'ok', or the title of the automated report that uses it. */
  remove: (api: MerchantApi, id: string) => Promise<string>;
  /** Changes the rows in the cached list, until it is read again. */
  change: (client: QueryClient, of: (rows: readonly Row[]) => Row[]) => void;
  /** Where a row is edited. */
  pathOf: (id: string) => string;
  words: ListWords;
  illustration: IllustrationName;
};
