import { createUpcasters, type Upcaster } from "../core/upcasters.ts";
import type { ShownColumn, SortingColumn } from "../designs/design.ts";
import type { DateRange, FileType, Grouping, WorksheetSplitter } from "../enumerations.ts";
import type { FilterConditions } from "../filters/filter.ts";
import { migrateSievers } from "../filters/migrate-literal-stars.ts";
import type { DatedPeriod } from "../orders/date-basis.ts";
import type { Period } from "../schedule/schedule.ts";
import type { Preferences } from "../shop/preferences.ts";
import type { OrderSelection } from "./order-selection.ts";

/** Schema of frozen inputs. Raising it needs an upcaster below and a new frozen sample. */
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

/** Upcasters for frozen inputs of every age. */
export const frozenInputUpcasters = createUpcasters({ FrozenInput: frozenInputSchema }, upcasterSteps);
export const frozenInputType = "FrozenInput";

/**
 * Everything an export depends on, fixed at the request (D-5). Stored as canonical JSON under `input:{tenant}:{sha256}`
 * in the state store, for this export and its repeats. Retention: see domain/retention.
 */
export type FrozenInput = {
  schema: number;
  catalogueVersion: number;
  exportId: string;
  tenant: string;
  shop: {
    shop: string;
    /** Version of `shop-{tenant}` from which this and the preferences are. */
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
  /** The selection, kept for a repeat. `emptyExpected`: R-6. */
  asked: OrderSelection;
  emptyExpected: boolean;
  fileType: FileType;
  fileName: string;
  preferences: Preferences;
  /** The period. Named as in the API (`UserOrderFilters`); the merchant's filter is {@link filter}. */
  filters: DatedPeriod & { range: DateRange };
  /** The filter at the request, with tokenized values (ADR 21). */
  filter: (FilterConditions & { filterId: string }) | null;
  /**
   * Reference time of the filter's `date(…)`, ISO UTC; default: {@link requestedAt}. Set for repeats made before ADR
   * 66.
   */
  filterMoment?: string;
  /** Chosen orders; empty for none. */
  selectedOrderIds: string[];
  /** Orders that the report before left out. This one includes them whatever their date (ADR 107). */
  carriedOrderIds?: readonly string[];
  /**
   * Reference time of `date(…)` by carried order, ISO UTC: that of the report that lacked it. Default: {@link
   * filterMoment}, as in old inputs.
   */
  carriedMoments?: Readonly<Record<string, string>>;
  /** Periods of the reports that lacked it, by carried order; absent in old inputs. */
  carriedPeriods?: Readonly<Record<string, readonly Period[]>>;
  /** Names by carried order, for one that the store no longer has; absent in old inputs. */
  carriedNames?: Readonly<Record<string, string>>;
  /** Request time, ISO UTC; printed in the file and used to count days. A repeat keeps the original's. */
  requestedAt: string;
  /** For a repeat: its original, and its own request time, ISO UTC (ADR 66). */
  repeats?: { exportId: string; askedAt: string };
};

/** Returns the export's own request time, ISO UTC. */
export const getRequestTime = ({ repeats, requestedAt }: Pick<FrozenInput, "repeats" | "requestedAt">): string =>
  repeats?.askedAt ?? requestedAt;
