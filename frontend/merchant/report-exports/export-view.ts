import { DateTime } from "luxon";
import { DateRange, ExportStatus, exportStatusLabel } from "#domain/enumerations.ts";
import type { FailureCode } from "#domain/export/events.ts";
import { describeMissingPictures } from "#domain/export/picture-results.ts";
import { findFormat } from "#domain/file-formats.ts";
import { quoteText } from "#domain/text/quote-text.ts";
import { rangeFromWire } from "#domain/wire/filters/range-from-wire.ts";
import { describeFormulaFaultsOnWire } from "#domain/wire/reports/formula-faults.ts";
import { describeGoneChosenOnWire } from "#domain/wire/reports/gone-orders.ts";
import type { ExportJob } from "#domain/wire/reports/reporting.ts";
import { describeUnreadOnWire } from "#domain/wire/reports/unread-orders.ts";
import { describeRange, withBasis } from "../../shared/time/date-range-labels.ts";
import { formatPeriod, formatRangeDays } from "../../shared/time/range-days.ts";
import { formatInstant } from "../../shared/time/shop-time.ts";
import { fileTypeName } from "../../shared/ui/file-type-icon.tsx";
import { getExportStatus, isRunning } from "../resources/exports/export-list.ts";
import { testOrdersText } from "../resources/order-count.ts";
import { describeRepeatLimit } from "./repeat-text.ts";
import { sizeText } from "./size-text.ts";

/** The content of an item in the panel (S-1.2.12). */
export type ExportView =
  | { kind: "running"; label: string; percent: number | null; canCancel: boolean }
  | { kind: "failed"; reason: string }
  | { kind: "canceled"; text: string }
  | { kind: "expired"; created: string; text: string }
  | {
      kind: "finished";
      created: string;
      /** The link's audience and expiry, for sharing it. */
      shared: string;
      facts: string[];
      /** Caveats about the figures. */
      notes: string[];
      cautions: string[];
      links: ExportLinks;
    };

export type ExportLinks = { download: string | null; view: string | null; share: string };

const heavyPageCaution =
  "This page is so large that a browser may be slow or fail to open it. Excel or CSV is a better choice for this many orders.";

const erasedText = "The file was removed because a customer's data had to be erased.";

const counted = (count: number, noun: string): string =>
  `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;

/** Describes the orders; undefined for exports from before their choice was stored. */
const ordersOf = ({ Filters, ChosenOrders, DateCreated }: ExportJob, timeZone: string): string | undefined => {
  if (ChosenOrders > 0) return counted(ChosenOrders, "chosen order");
  if (Filters === null) return undefined;
  if (Filters.order_date_range === DateRange.noFilter) return "All orders";
  const days = DateTime.fromISO(DateCreated, { zone: timeZone });
  if (Filters.order_date_range === DateRange.custom && !Filters.order_date_year_before)
    return withBasis(formatRangeDays(Filters, days) ?? "Custom range", rangeFromWire(Filters));
  return describeRange(rangeFromWire(Filters));
};

/** Tells exports of a design apart: `Excel · Last 30 days · Wholesale`. */
export const describeExport = (job: ExportJob, timeZone: string): string => {
  const filter = job.FilterTitle ?? (job.Filters?.report_filter_id ? "filtered" : undefined);
  const by = job.BySupport ? "requested by Sheaf support" : undefined;
  return [fileTypeName(job.Filetype), ordersOf(job, timeZone), filter, by].filter(Boolean).join(" · ");
};

/** `3 characters became “?”: the file's encoding doesn't have them.` */
const replacedText = (count: number): string =>
  `${counted(count, "character")} became “?”: the file's encoding doesn't have ${count === 1 ? "it" : "them"}.`;

export const toExportLinks = (job: Pick<ExportJob, "Filetype">, url: string): ExportLinks =>
  findFormat(job.Filetype)?.page
    ? { download: null, view: url, share: url }
    : { download: `${url}?down=1`, view: null, share: url };

const finishedView = (job: ExportJob, timeZone: string): ExportView => {
  const created = formatInstant(job.DateCreated, timeZone);
  const until = job.ExpiresAt === null ? null : formatInstant(job.ExpiresAt, timeZone);
  if (job.Expired || job.PublicUrl === null) {
    if (job.Erased) return { kind: "expired", created, text: erasedText };
    const text = until === null ? "The file was removed." : `The file was kept until ${until} and then removed.`;
    return { kind: "expired", created, text };
  }
  return {
    kind: "finished",
    created,
    shared: `Anyone with the link can open it${until === null ? "" : ` until ${until}`}.`,
    facts: [
      ...(job.Orders === null ? [] : [counted(job.Orders, "order")]),
      ...(job.Bytes === null ? [] : [sizeText(job.Bytes)]),
    ],
    notes: [testOrdersText(job.TestOrders, job.Orders ?? 0)].filter((note) => note !== null),
    cautions: [
      ...(job.ReplacedCharacters > 0 ? [replacedText(job.ReplacedCharacters)] : []),
      ...describeMissingPictures({ failed: job.FailedPictures, beyond: job.LeftPictures }),
      ...describeUnreadOnWire(job.Unread),
      ...describeGoneChosenOnWire(job.GoneChosen),
      ...describeFormulaFaultsOnWire(job.FormulaFaults),
      ...((job.Bytes ?? 0) >= (findFormat(job.Filetype)?.page?.slowAt.bytes ?? Infinity) ? [heavyPageCaution] : []),
    ],
    links: toExportLinks(job, job.PublicUrl),
  };
};

/** `percent` is null (indeterminate bar) if step and max step are both 0, or if max step is missing. */
export const toExportView = (job: ExportJob, timeZone: string): ExportView => {
  const status = getExportStatus(job);
  if (isRunning(job)) {
    return {
      kind: "running",
      label: exportStatusLabel[status] ?? "Processing ...",
      percent: job.MaxStep > 0 ? Math.min(100, Math.max(0, (job.Step / job.MaxStep) * 100)) : null,
      canCancel: status !== ExportStatus.Canceling,
    };
  }
  if (status === ExportStatus.Failed) {
    return { kind: "failed", reason: job.FailedReason ?? "The report failed, but no reason was recorded. Try again." };
  }
  if (status === ExportStatus.Canceled) return { kind: "canceled", text: "User canceled report" };
  return finishedView(job, timeZone);
};

/** True if the server can repeat this report: it has ended, and its inputs are kept. `now`: ms since 1970. */
export const canRetry = (job: ExportJob, now: number): boolean =>
  !isRunning(job) && (job.AgainUntil === null || Date.parse(job.AgainUntil) > now);

const healedByLogIn: ReadonlySet<string> = new Set<FailureCode>(["reconnect-needed", "access-denied"]);

/** True if the report fails until the owner logs in at the store again: a permission or the access has ended. */
export const needsLogIn = (job: ExportJob): boolean =>
  getExportStatus(job) === ExportStatus.Failed && job.FailedCode !== null && healedByLogIn.has(job.FailedCode);

/** True for a report without content, as the user may wonder why (R-6). */
export const isEmpty = (job: ExportJob): boolean =>
  getExportStatus(job) === ExportStatus.Finished && (job.Orders === 0 || job.Rows === 0);

/** `#1042 (“Total”), #1050 (left out)`; null if all were readable. */
const unreadIn = ({ Unread }: ExportJob): string | null =>
  Unread.length === 0
    ? null
    : Unread.map(({ Order, Columns, MoreColumns, LeftOut }) => {
        const more = MoreColumns > 0 ? [counted(MoreColumns, "more column")] : [];
        return `${Order} (${[...(LeftOut ? ["left out"] : []), ...Columns.map(quoteText), ...more].join(", ")})`;
      }).join(", ");

/** `7 of 10 chosen orders`; null if none. */
const goneIn = ({ GoneChosen }: ExportJob): string | null =>
  GoneChosen && `${GoneChosen.Gone.toLocaleString("en")} of ${counted(GoneChosen.Of, "chosen order")}`;

/** An item's details on demand (ADR 57). */
export const listExportDetails = (job: ExportJob, timeZone: string, now: number): { name: string; text: string }[] => {
  const { Period, Rows, ExpiresAt } = job;
  const facts: [name: string, text: string | null][] = [
    ["File", job.FileName],
    ["Orders of", Period && job.ChosenOrders === 0 ? formatPeriod(Period) : null],
    ["Time zone", Period?.Zone ?? null],
    ["Couldn't be read", unreadIn(job)],
    ["No longer in the store", goneIn(job)],
    ["Rows", Rows === null ? null : Rows.toLocaleString("en")],
    [
      job.KeptLonger ? "Kept by Sheaf support until" : "Kept until",
      ExpiresAt === null || job.Expired ? null : formatInstant(ExpiresAt, timeZone),
    ],
    ["Run again", describeRepeatLimit(job, timeZone, now)],
  ];
  return facts.flatMap(([name, text]) => (text === null ? [] : [{ name, text }]));
};
