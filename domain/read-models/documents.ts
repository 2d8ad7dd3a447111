import type { ActivityActor } from "../activity/actors.ts";
import type { ActivitySubject } from "../activity/subjects.ts";
import type { DesignContent, DesignFacts } from "../designs/design.ts";
import type { DesignFields, SettingField } from "../designs/fields.ts";
import type { ExportStatus, LocalStatus } from "../enumerations.ts";
import type { Comparison } from "../export/comparison.ts";
import type { ErasureReason, ExportOfRun, FailureCode, RepeatedExport } from "../export/events.ts";
import type { OrderSelection, ReportPeriod } from "../export/order-selection.ts";
import type { PictureResults } from "../export/picture-results.ts";
import type { SieverField } from "../filters/fields.ts";
import type { FilterFacts, FilterStatuses } from "../filters/filter.ts";
import type { MailReach } from "../ledger/mail-reach.ts";
import type { FormulaFault } from "../reports/formula-fault-text.ts";
import type { GoneChosen } from "../reports/gone-orders.ts";
import type { UnreadOrder } from "../reports/unread-orders.ts";
import type { ChargeStatus } from "../shop/events.ts";
import { type ShopFlag, shopFlags } from "../shop/features.ts";
import type { ShopAccount } from "../shop/state.ts";
import type { Quotas } from "../tiers/tiers.ts";
import type { AutomationDefinition } from "../workspace/automations/automation.ts";
import type { HistoryEntry } from "../workspace/history/history.ts";
import type { DesignOutlineFields } from "./design-outline.ts";
import type { FilterOutlineFields } from "./filter-outline.ts";
import { type TitleKey, titleKeyNames } from "./title-keys.ts";

/** Read store collections, with their indexes and documents. Projections write them, queries read them. */
export const collections = {
  reportDesigns: { name: "report-designs", indexes: [["tenant", "ordering"]] },
  filters: { name: "filters", indexes: [["tenant", "ordering"]] },
  automations: { name: "automations", indexes: [["tenant", "place"], "changedAt"] },
  workspaceHistory: { name: "workspace-history", indexes: [["tenant", "objectId", "version"]] },
  uses: { name: "uses", indexes: ["objectId"] },
  recentlyDeleted: { name: "recently-deleted", indexes: [["tenant", "kind", "version"]] },
  exports: {
    name: "exports",
    indexes: [
      ["tenant", "trigger", "createdAt"],
      ["tenant", "ended"],
      // Used by the console's lists.
      "createdAt",
      ["status", "createdAt"],
      ["tenant", "createdAt"],
    ],
  },
  runs: {
    name: "runs",
    // Documents include the runs' tries. Support counts runs without scanning those.
    large: true,
    indexes: [
      ["tenant", "automationId", "version"],
      // Used by the console's lists.
      "claimedAt",
      ["outcome", "claimedAt"],
      ["tenant", "claimedAt"],
      ["automationId", "claimedAt"],
    ],
  },
  slots: { name: "slots", indexes: [["tenant", "automationId", "from"]] },
  shops: { name: "shops", indexes: ["shop", "nameKey"] },
  localStatuses: { name: "local-statuses", indexes: [["tenant", "orderId"]] },
  standings: { name: "standings", indexes: [["troubled", "since"]] },
  consoleActs: { name: "console-acts", indexes: ["at", ["agent", "at"], ["tenant", "at"], ["what", "at"]] },
  happenings: {
    name: "happenings",
    indexes: [
      ["tenant", "when"],
      ["tenant", "thing", "when"],
      ["tenant", "by", "when"],
      ["tenant", "about", "when"],
      // Finds a stream's version at an instant.
      ["tenant", "stream", "when"],
      // Finds a request's events in all shops.
      ["correlation", "tenant", "when"],
    ],
  },
  impersonations: {
    name: "impersonations",
    indexes: ["at", ["agent", "at"], ["tenant", "at"], ["tenant", "begun", "at"]],
  },
  supportChanges: {
    name: "support-changes",
    indexes: [
      ["tenant", "place"],
      ["impersonation", "place"],
    ],
  },
  titles: { name: "titles", indexes: titleKeyNames },
} as const;

/** Collection of items' contents, so lists need not scan them. The same projection writes both. */
export const defineContents = (collection: string) =>
  ({ name: `${collection}-contents`, indexes: [], large: true }) as const;

/** Marks a parked document: it shows the state before an event that failed to project. */
export type MaybeStale = { stale?: true };

/**
 * `placeVersion`: stream version of the newest change to the list's members or order. The maximum of `version` and
 * `placeVersion` is a list's version: its ETag, and the base of a reordering.
 */
type ListPosition = { ordering: number; placeVersion: number };

/** Newest change of the content, ISO UTC; absent in old documents. */
type Dated = { changedAt?: string };

/**
 * Id: the design's id. The list's small view of a design (ADR 20). `version`: stream version that last changed its
 * content, which is in another collection ({@link defineContents}).
 */
export type ReportDesignDocument = Pick<DesignFacts, "reportId" | "title" | "grouping" | "splitter" | "ordering"> & {
  tenant: string;
  version: number;
} & ListPosition &
  Dated &
  DesignOutlineFields &
  MaybeStale;

/**
 * Id: the design's id, in its contents collection. `version`: stream version that last changed it (its ETag). Each
 * column property is its own field (`columns.SKU.width`), because projections only set whole fields;
 * `designOfDocuments` assembles them.
 */
export type DesignContentDocument = Omit<DesignContent, "shown" | "settings"> & { shown: string[] } & {
  /** Null or absent: the catalogue's value. */
  [Field in SettingField]: DesignFields[Field];
} & { version: number };

/** Id: the filter's id. The list's view. */
export type FilterDocument = Pick<FilterFacts, "filterId" | "view" | "ordering" | "title"> & {
  tenant: string;
  version: number;
} & ListPosition &
  Dated &
  FilterOutlineFields &
  MaybeStale;

/**
 * Id: the filter's id, in its contents collection. `version` and fields are as in {@link DesignContentDocument};
 * `filterOfDocuments` assembles them.
 */
export type FilterContentDocument = FilterStatuses & { title: string; version: number } & {
  /** Empty or absent without values. */
  [Field in SieverField]?: string[];
};

/**
 * Id: the automated report's id. Small, because the destination's texts are references. `place`: version of its
 * creation or return, sorts the list. `version`: stream version that last changed it (its ETag). `createdAt`: creation
 * or return, ISO UTC.
 */
export type AutomationDocument = AutomationDefinition & {
  tenant: string;
  automationId: string;
  createdAt: string;
  place: number;
  version: number;
  /** Instant, ISO UTC. */
  changedAt: string;
} & MaybeStale;

/** Id: `{objectId}:{version}`. One per event and affected object; outlives the object. */
export type WorkspaceHistoryDocument = {
  tenant: string;
  objectKind: "report" | "filter" | "automation";
  objectId: string;
  /** True if the change made a new, restorable content. */
  hasContent: boolean;
} & HistoryEntry &
  MaybeStale;

/**
 * Id: the item's id. Newest file requested with a filter or design. Outlives a deletion, because the item may be
 * restored.
 */
export type UseDocument = {
  tenant: string;
  objectId: string;
  /** Instant, ISO UTC. */
  usedAt: string;
} & MaybeStale;

/** Id: the item's id. `version`: the deletion's. */
export type RecentlyDeletedDocument = {
  tenant: string;
  kind: "report" | "filter" | "automation";
  objectId: string;
  title: string;
  version: number;
  /** Instant, ISO UTC. */
  instant: string;
} & MaybeStale;

/** Id: the export's id. Its progress is at {@link toProgressKey}. */
export type ExportDocument = {
  tenant: string;
  exportId: string;
  trigger: "manual" | "automated";
  createdAt: string;
  /** Absent in documents before version 13. */
  reportId?: string;
  title: string;
  fileName: string;
  fileType: number;
  status: ExportStatus;
  attempt: number;
  ended: boolean;
  failedReason: string | null;
  failedCode: FailureCode | null;
  fileKey: string | null;
  bytes: number | null;
  orders: number | null;
  /** Null until finished; `testOrders` is also null in old exports. */
  rows: number | null;
  testOrders: number | null;
  /** Number of characters that were replaced because the file's code page lacks them. */
  replacedCharacters?: number;
  /** Pictures that stayed links. `failed`: could not be fetched. `beyond`: exceeded the file's limit. */
  picturesLeft?: Pick<PictureResults, "failed" | "beyond">;
  /** Orders that the platform failed to return in full. */
  unread?: UnreadOrder[];
  /** Names of orders that an earlier report lacked and this one has. */
  late?: string[];
  /** Chosen orders that the store no longer has. */
  goneChosen?: GoneChosen;
  /** Names of orders that an earlier report lacked and the store no longer has. */
  goneCarried?: string[];
  expiresAt: string | null;
  /** True if support extended the file's retention; absent unless changed. */
  keptLonger?: boolean;
  expired: boolean;
  /** Reason of an early removal. */
  erased: ErasureReason | null;
  /** ISO UTC; null until ended. */
  endedAt: string | null;
  /** A repeat's original, and their difference (ADR 66). */
  repeats: RepeatedExport | null;
  compared: Comparison | null;
  bySupport?: true;
  /** Absent for manual exports. */
  run?: Pick<ExportOfRun, "automationId" | "runId">;
  emptyExpected: boolean;
  asked: OrderSelection | null;
  /** Null in old exports. */
  period: ReportPeriod | null;
  formulaFaults: FormulaFault[];
} & MaybeStale;

/** Id: the tenant. */
export type ShopDocument = {
  tenant: string;
  shop: string;
  name: string;
  /** Search key: {@link normalizeForSearch} of the name. */
  nameKey: string;
  emailRef: string;
  ianaTimezone: string;
  tier: string | null;
  charge: ChargeStatus;
  /** Support waived the charge of its tier. */
  chargeWaived: boolean;
  /** Set by support; null means the tier's quotas. */
  quotas: Quotas | null;
  termsAcceptedAt: string | null;
  /** True if consent was given and not withdrawn. */
  installed: boolean;
} & {
  /** Set by support; null or absent: by the settings. One field each: projections only set whole fields. */
  [Flag in ShopFlag as `flag.${Flag}`]?: boolean | null;
} & MaybeStale;

/** Flags set by support. */
export const flagsInDocument = (document: ShopDocument): ShopAccount["flags"] =>
  Object.fromEntries(
    shopFlags.flatMap((flag) => {
      const value = document[`flag.${flag}`] ?? null;
      return value === null ? [] : [[flag, value]];
    }),
  );

/**
 * Id: `{tenant}-{orderId}`, like its stream. Also kept when the status was removed: its position tells if it changed
 * since.
 */
export type LocalStatusDocument = { tenant: string; orderId: string; status: LocalStatus } & MaybeStale;

/**
 * Id: the automated report's id. Its status for support's lists (ADR 103). Outlives a deletion, as it may return.
 * `since`: suspension or first failure, ISO UTC; null while well.
 */
export type AutomationHealthDocument = {
  tenant: string;
  automationId: string;
  title: string;
  enabled: boolean;
  deleted: boolean;
  /** The schedule's end, and the end at which it expired. It is expired while they are equal (D-6). Null: none. */
  endsTo: string | null;
  expired: string | null;
  standing: "well" | "failing" | "suspended";
  troubled: boolean;
  since: string | null;
  failedTries: number;
  /** Reason of the newest failure that counts. */
  reason: string | null;
  /** Recipients who may have the report of the newest retry after a suspension. `runId`: of that failure or retry. */
  retryArrived: MailReach | null;
  runId: string | null;
  /** Why that retry failed; null if nobody has its report. */
  retryReason: string | null;
  /** The failed run isn't over, or a retry after a suspension is under way. */
  triedAgain: boolean;
  /** Why a run waits after an uncounted failure, if somebody has or may have its report. */
  waitsFor: string | null;
  /** True if somebody has, or may have, a failed report since the last success. */
  mayHaveArrived: boolean;
} & MaybeStale;

/**
 * Id: `{stream}:{version}`. Index of the events in a shop's activity, for its filters (ADR 101). The text is read from
 * the stream. `when`: {@link activitySortKey}. `about`: the item's id. `agent`: of support.
 */
export type ActivityDocument = {
  tenant: string;
  when: string;
  thing: ActivitySubject;
  about: string | null;
  by: ActivityActor;
  agent: string | null;
  correlation: string;
  stream: string;
  version: number;
} & MaybeStale;

/** Id of an event's document. */
export const toActivityId = ({ stream, version }: { stream: string; version: number }): string =>
  `${stream}:${version}`;

/** Instant (ISO UTC), then version. A bare instant sorts before all events at that instant. */
export const activitySortKey = (instant: string, version: number): string =>
  `${instant} ${String(version).padStart(9, "0")}`;

/** Sorts after all events at an instant. */
export const sortKeyAfter = (instant: string): string => `${instant}~`;
/** Id: the item's id. Search keys of a report design, a merchant's own filter or an automated report. */
export type TitleDocument = {
  tenant: string;
  kind: "design" | "filter" | "automation";
  title: string;
} & Record<TitleKey, string | null> &
  MaybeStale;

/** Key in the state store. */
export const toProgressKey = (exportId: string): string => `progress:${exportId}`;

/** An export's progress. Ignore it unless it is of the newest attempt. */
export type ExportProgress = { attempt: number; status: number; step: number; maxStep: number };
