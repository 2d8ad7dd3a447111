import { createUpcasters, type Upcaster } from "../core/upcasters.ts";
import type { ShownColumn, SortingColumn } from "../designs/design.ts";
import type { DateRange, FileType, Grouping, WorksheetSplitter } from "../enumerations.ts";
import type { FilterConditions } from "../filters/filter.ts";
import { migrateSievers } from "../filters/migrate-literal-stars.ts";
import type { Preferences } from "../shop/preferences.ts";
import type { OrderSelection } from "./order-selection.ts";

/** Current schema of frozen inputs. Raising it needs an upcaster below and a new frozen sample. */
export const frozenInputSchema = 3;

const upcasterSteps: readonly Upcaster[] = [
  {
    type: "FrozenInput",
    from: 1,
    // The money format was not recorded then; empty means unknown.
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
        filter: input.filter && { ...input.filter, sievers: migrateSievers(input.filter.sievers) },
      };
    },
  },
];

/** Upcasters for frozen inputs of every age; their type is {@link frozenInputType}. */
export const frozenInputUpcasters = createUpcasters({ FrozenInput: frozenInputSchema }, upcasterSteps);
export const frozenInputType = "FrozenInput";

/**
 * Everything an export depends on, fixed at the request (D-5), so that later edits never affect it. Stored as canonical
 * JSON under `input:{tenant}:{sha256}` in the state store, for this export and its repeats. Retention: see
 * domain/retention.
 */
export type FrozenInput = {
  schema: number;
  catalogueVersion: number;
  exportId: string;
  tenant: string;
  shop: {
    shop: string;
    /** Version of `shop-{tenant}` that this and the preferences were read at. */
    version: number;
    myshopifyDomain: string;
    ianaTimezone: string;
    currencyCode: string;
    /** In the platform's notation, such as `${{amount}}`; empty: unknown. */
    moneyFormat: string;
    primaryLocale: string;
    weightUnit: string;
    /** Origin of the shop's admin pages, for link columns. */
    adminUrl: string;
  };
  /** `columns`: the visible ones, in order. */
  design: {
    reportId: string;
    title: string;
    grouping: Grouping;
    splitter: WorksheetSplitter;
    sortedBy: SortingColumn | null;
    columns: ShownColumn[];
  };
  /** The selection, kept for a repeat. `emptyExpected`: the flag of R-6. */
  asked: OrderSelection;
  emptyExpected: boolean;
  fileType: FileType;
  fileName: string;
  preferences: Preferences;
  /** The period. Named as in the API (`UserOrderFilters`); the merchant's filter is {@link filter}. */
  filters: {
    range: DateRange;
    /** Half-open UTC instants [from, to); null is open. */
    from: string | null;
    to: string;
  };
  /** The filter's conditions at the request, with tokenized values (ADR 21); null for none. */
  filter: (FilterConditions & { filterId: string }) | null;
  /**
   * Reference time of the filter's `date(…)`, ISO UTC. Absent: {@link requestedAt}. Set for repeats made before ADR 66.
   */
  filterMoment?: string;
  /** Ids of specific orders, empty for none. */
  selectedOrderIds: string[];
  /**
   * Ids of orders that the report before left out. This one includes them whatever their date (ADR 107); absent if
   * none.
   */
  carriedOrderIds?: readonly string[];
  /**
   * Reference time of `date(…)` for each carried order, by its id, ISO UTC: that of the report that lacked it. Orders
   * without an entry use {@link filterMoment}, as in old inputs.
   */
  carriedMoments?: Readonly<Record<string, string>>;
  /** Name of each carried order, by its id, to name one that the store no longer has; absent in old inputs. */
  carriedNames?: Readonly<Record<string, string>>;
  /** ISO UTC; printed in the file and used to count days. A repeat keeps the original's. */
  requestedAt: string;
  /** Only for a repeat: its original, and its own request time, ISO UTC (ADR 66). */
  repeats?: { exportId: string; askedAt: string };
};

/** Returns the request time of an export, ISO UTC. */
export const getRequestTime = ({ repeats, requestedAt }: Pick<FrozenInput, "repeats" | "requestedAt">): string =>
  repeats?.askedAt ?? requestedAt;
