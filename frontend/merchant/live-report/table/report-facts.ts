/** A response's metadata. */
export type ReportFacts = {
  /** ISO instant at which the orders were read. */
  gatheredAt: string;
  orders: number;
  rows: number;
  limit: number;
  /** There are more orders than shown. */
  hasMore: boolean;
  /** Number of newest orders checked; null if all were. */
  lookedAt: number | null;
  /** Number of rows cut off. */
  leftOut: number;
  /** Sentences about partly unreadable orders. */
  unread: string[];
  columns: number;
  isSlow: boolean;
  /** 'missing': only the column is missing. Null if unknown or if rows combine orders. */
  localStatus: "shown" | "missing" | null;
};

const figure = (count: number): string => count.toLocaleString("en");

/** Missing values default to zero or empty. */
export const parseReportFacts = (report: Pick<HTMLElement, "dataset">): ReportFacts => {
  const {
    gatheredAt = "",
    orders,
    rows,
    limit,
    more,
    lookedAt,
    leftOut,
    unread,
    columns,
    slow,
    localStatus,
  } = report.dataset;
  return {
    gatheredAt,
    orders: Number(orders ?? 0),
    rows: Number(rows ?? 0),
    limit: Number(limit ?? 0),
    hasMore: more === "true",
    lookedAt: lookedAt === undefined ? null : Number(lookedAt),
    leftOut: Number(leftOut ?? 0),
    unread: unread?.split("\n") ?? [],
    columns: Number(columns ?? 0),
    isSlow: slow !== undefined && slow !== "",
    localStatus: localStatus === "shown" || localStatus === "missing" ? localStatus : null,
  };
};

/** Sentences about what the report doesn't show. `total`: count of all orders, null if unknown. */
export const describeLeftOut = (
  { limit, hasMore, lookedAt, leftOut, unread }: ReportFacts,
  total: number | null,
): string[] => [
  ...unread,
  ...(lookedAt !== null
    ? [
        `Only the newest ${figure(lookedAt)} orders were checked against the filter. Choose a shorter date range to check them all.`,
      ]
    : hasMore
      ? [
          `These are the newest ${figure(limit)}${total === null ? "" : ` of ${figure(total)}`} orders.${total === null ? " There are more." : ""}`,
        ]
      : []),
  ...(leftOut > 0 ? [`${figure(leftOut)} more rows at the end are not shown.`] : []),
];

const counted = (count: number, word: string): string => `${figure(count)} ${word}${count === 1 ? "" : "s"}`;

/** `3 new rows, 1 changed`; empty if a refresh changed nothing. */
export const describeMerge = ({ added, changed }: { added: number; changed: number }): string => {
  const parts = [
    ...(added > 0 ? [counted(added, "new row")] : []),
    ...(changed > 0 ? [added > 0 ? `${figure(changed)} changed` : counted(changed, "row").concat(" changed")] : []),
  ];
  return parts.join(", ");
};

/** `1,000 orders, 2,310 rows`. */
export const describeSize = ({ orders, rows }: Pick<ReportFacts, "orders" | "rows">): string =>
  `${counted(orders, "order")}, ${counted(rows, "row")}`;
