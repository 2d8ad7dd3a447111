import type { QueryClient } from "@tanstack/react-query";
import type { ResourceRestrictions } from "#domain/wire/account/restrictions.ts";
import type { IllustrationName } from "../../shared/ui/illustrations.tsx";
import type { MerchantApi } from "../api.ts";
import type { HistoryKind } from "../resources/history-kind.ts";
import type { ListTexts } from "../resources/texts.ts";

/** Common fields of all rows. */
export type Listed = { id: string; title: string };

/** The differences between lists of editable objects. */
export type ListKind<Row extends Listed> = {
  /** Prefix of all cached responses with members of the list. */
  key: readonly string[];
  quota: keyof ResourceRestrictions;
  history: HistoryKind;
  /** `starter`: its initial content, for kinds that offer a choice. */
  create: (api: MerchantApi, starter?: string) => Promise<Row>;
  clone: (api: MerchantApi, row: Row) => Promise<Row>;
  /** Returns 'ok', or the title of an automated report that uses the row. */
  remove: (api: MerchantApi, id: string) => Promise<string>;
  /** Changes the rows in the cached list, until it is reloaded. */
  change: (client: QueryClient, of: (rows: readonly Row[]) => Row[]) => void;
  toPath: (id: string) => string;
  words: ListTexts;
  illustration: IllustrationName;
};
