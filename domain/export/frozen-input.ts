import { createUpcasters, type Upcaster } from "../core/upcasters.ts";
import type { ShownColumn, SortingColumn } from "../designs/design.ts";
import type { DateRange, FileType, Grouping, WorksheetSplitter } from "../enumerations.ts";
import { sieversFromBeforeStars } from "../filters/before-stars.ts";
import type { FilterConditions } from "../filters/filter.ts";
import type { Preferences } from "../shop/preferences.ts";
import type { AskedOrders } from "./asked-orders.ts";

/** Schema that frozen inputs are written with today. Raising it asks for an upcaster below and a new frozen sample. */
export const frozenInputSchema = 3;

const steps: readonly Upcaster[] = [
  {
    type: "FrozenInput",
    from: 1,
    // Not known of those days: amounts in the shop's currency then say so.
    upcast: (data) => {
      const input = data as FrozenInput;
      return { ...input, shop: { ...input.shop, moneyFormat: "" } };
    },
  },
  {
    type: "FrozenInput",
    from: 2,
    upcast: (data) => {
      const input = data as FrozenInput;
      return {
        ...input,
        filter: input.filter && { ...input.filter, sievers: sieversFromBeforeStars(input.filter.sievers) },
      };
    },
  },
];

/** How this version of Sheaf reads frozen inputs of every age; their type is {@link frozenInputType}. */
export const frozenInputUpcasters = createUpcasters({ FrozenInput: frozenInputSchema }, steps);
export const frozenInputType = "FrozenInput";

/**
 * Everything an export depends on, fixed at the request (D-5). Stored as canonical JSON in the state store under
 * `input:{tenant}:{sha256}`; workers read nothing else, so a later edit never changes or fails work in flight. It is the input of this export
 * alone, and of whatever makes the same report again; how long it is kept is in domain/retention.
 */
export type FrozenInput = {
  schema: number;
  catalogueVersion: number;
  exportId: string;
  tenant: string;
  shop: {
    shop: string;
    /** Of the stream `shop-{tenant}` when it was read, of which all of this and the preferences are. */
    version: number;
    myshopifyDomain: string;
    ianaTimezone: string;
    currencyCode: string;
    /** As the platform has it: `${{amount}}`; empty: not known. */
    moneyFormat: string;
    primaryLocale: string;
    weightUnit: string;
    /** Origin of the shop's admin pages, for link columns. */
    adminUrl: string;
  };
  /** `columns`: those that are visible, in their order. */
  design: {
    reportId: string;
    title: string;
    grouping: Grouping;
    splitter: WorksheetSplitter;
    sortedBy: SortingColumn | null;
    columns: ShownColumn[];
  };
  /** As it was asked for, to be told again with a second making. `emptyExpected`: the flag of R-6. */
  asked: AskedOrders;
  emptyExpected: boolean;
  fileType: FileType;
  fileName: string;
  preferences: Preferences;
  /** The period. Called as in the call that asks for it (`UserOrderFilters`); the merchant's filter is {@link filter}. */
  filters: {
    range: DateRange;
    /** Half-open UTC instants [from, to); null is open. `to` is never null: the frozen upper bound. */
    from: string | null;
    to: string;
  };
  /** The filter's conditions as they were at the request, their values as they are kept (ADR 21); null for none. */
  filter: (FilterConditions & { filterId: string }) | null;
  /** The moment that the filter's `date(…)` are read at, ISO UTC. Absent: {@link requestedAt}. Of exports made again before ADR 66. */
  filterMoment?: string;
  /** Ids of specific orders, empty for none. */
  selectedOrderIds: string[];
  /** Ids of orders that the report before left out. They are in this one whatever their date (ADR 107); absent where there are none. */
  carriedOrderIds?: readonly string[];
  /**
   * By their ids, the moments that `date(…)` are read at for carried orders, ISO UTC: those of the reports that lacked them. An order without one has
   * {@link filterMoment}, as in inputs of old.
   */
  carriedMoments?: Readonly<Record<string, string>>;
  /** The export's fixed instant, ISO UTC: what its file says, and what days are counted from. A repeat keeps that of the first. */
  requestedAt: string;
  /** Of a repeat: the export that it repeats, and when it was itself asked for, ISO UTC (ADR 66). */
  repeats?: { exportId: string; askedAt: string };
};

/** When an export was asked for, ISO UTC. */
export const askedAt = ({ repeats, requestedAt }: Pick<FrozenInput, "repeats" | "requestedAt">): string =>
  repeats?.askedAt ?? requestedAt;
