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

/** Read store collections with their indexes, and their documents. Projections write them, queries read them. */
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
      // Lists in the console, of all shops and of one.
      "createdAt",
      ["status", "createdAt"],
      ["tenant", "createdAt"],
    ],
  },
  runs: {
    name: "runs",
    // Documents include their tries; support counts runs without scanning those.
    large: true,
    indexes: [
      ["tenant", "automationId", "version"],
      // Lists in the console, like those of exports.
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
      // Across shops: finds events by a request's id.
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

/** Defines a collection for the items' contents, so lists need not scan them. The same projection writes both. */
export const defineContents = (collection: string) =>
  ({ name: `${collection}-contents`, indexes: [], large: true }) as const;

/** Set on a parked document: it shows the state before an event that failed to project. */
export type MaybeStale = { stale?: true };

/**
 * `placeVersion`: stream version of the newest change to the list's members or order. The maximum of `version` and
 * `placeVersion` is a list's version: its ETag, and the base of a reordering.
 */
type ListPosition = { ordering: number; placeVersion: number };

/** Time of the content's newest change, ISO UTC; absent in documents older than this field. */
type Dated = { changedAt?: string };

/**
 * Id: the design's id. The list's view of a design: one small document (ADR 20). `version`: stream version that last
 * changed its content, which is in another collection ({@link defineContents}).
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
  /** null or absent: the catalogue's value. */
  [Field in SettingField]: DesignFields[Field];
} & { version: number };

/** Id: the filter's id. Only the list's view of a filter, like designs. */
export type FilterDocument = Pick<FilterFacts, "filterId" | "view" | "ordering" | "title"> & {
  tenant: string;
  version: number;
} & ListPosition &
  Dated &
  FilterOutlineFields &
  MaybeStale;

/**
 * Id: the filter's id, in its contents collection. `version`: stream version that last changed it (its ETag). Each
 * siever is its own field, because projections only set whole fields; `filterOfDocuments` assembles them.
 */
export type FilterContentDocument = FilterStatuses & { title: string; version: number } & {
  /** Empty or absent without values. */
  [Field in SieverField]?: string[];
};

/**
 * Id: the automated report's id. Its whole definition, small because the destination's texts are references. `place`:
 * version of its creation or return, sorts the list. `version`: stream version that last changed it (its ETag).
 * `createdAt`: creation or return, ISO UTC.
 */
export type AutomationDocument = AutomationDefinition & {
  tenant: string;
  automationId: string;
  createdAt: string;
  place: number;
  version: number;
  /** ISO UTC. */
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
 * Id: the item's id. Time of the newest file requested with a filter or design. Kept after a deletion, as the item may
 * return.
 */
export type UseDocument = {
  tenant: string;
  objectId: string;
  /** ISO UTC. */
  usedAt: string;
} & MaybeStale;

/** Id: the item's id. A filter, design or automated report that is deleted. `version`: the deletion's. */
export type RecentlyDeletedDocument = {
  tenant: string;
  kind: "report" | "filter" | "automation";
  objectId: string;
  title: string;
  version: number;
  /** ISO UTC. */
  instant: string;
} & MaybeStale;

/** Id: the export's id. Its progress is elsewhere: `progress:{exportId}` in the state store. */
export type ExportDocument = {
  tenant: string;
  exportId: string;
  trigger: "manual" | "automated";
  createdAt: string;
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
  /** null until finished; `testOrders` also in old exports. */
  rows: number | null;
  testOrders: number | null;
  /** Characters missing in its code page; absent if none. */
  replacedCharacters?: number;
  /** Pictures that could not be fetched, and those beyond the file's limit; absent if none. */
  picturesLeft?: Pick<PictureResults, "failed" | "beyond">;
  /** Orders that the platform failed to return in full; absent if none. */
  unread?: UnreadOrder[];
  /** Names of orders that an earlier report lacked and this one has; absent if none. */
  late?: string[];
  /** Chosen orders that the store no longer has; absent if none. */
  goneChosen?: GoneChosen;
  /** Names of orders that an earlier report lacked and the store no longer has; absent if none. */
  goneCarried?: string[];
  expiresAt: string | null;
  /** True if support extended its time; absent unless changed. */
  keptLonger?: boolean;
  expired: boolean;
  /** Reason of an early removal; otherwise null. */
  erased: ErasureReason | null;
  /** ISO UTC; null until ended. */
  endedAt: string | null;
  /** The original of a repeat, and their difference; otherwise null (ADR 66). */
  repeats: RepeatedExport | null;
  compared: Comparison | null;
  /** Requested by support; otherwise absent. */
  bySupport?: true;
  /** The run of an automated report; absent for manual exports. */
  run?: Pick<ExportOfRun, "automationId" | "runId">;
  emptyExpected: boolean;
  asked: OrderSelection | null;
  /** null in old exports. */
  period: ReportPeriod | null;
  formulaFaults: FormulaFault[];
} & MaybeStale;

/** Id: the tenant. */
export type ShopDocument = {
  tenant: string;
  shop: string;
  name: string;
  /** {@link normalizeForSearch} of the name, for searches. */
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
  /** Connected: consent was given and not withdrawn. */
  installed: boolean;
} & {
  /** Flags set by support; null or absent: by the settings. One field each: projections only set whole fields. */
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
 * Id: `{tenant}-{orderId}`, like its stream. A shop's own status of an order. Also kept for no status, as its position
 * tells if it changed since.
 */
export type LocalStatusDocument = { tenant: string; orderId: string; status: LocalStatus } & MaybeStale;

/**
 * Id: the automated report's id. Its status by its ledger, for support's lists (ADR 103). Kept after a deletion, as it
 * may return. `since`: suspension or first failure, ISO UTC; null while well.
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
  /** Consecutive failures. */
  failedTries: number;
  /** Reason of the newest failure that counts. */
  reason: string | null;
  /** Recipients who may have the newest retry after a suspension. `runId`: of that failure or retry. */
  retryArrived: MailReach | null;
  runId: string | null;
  /** Reason of that retry's failure; null if nobody has its report. */
  retryReason: string | null;
  /** The run that failed isn't over, or a retry after a suspension is under way. */
  triedAgain: boolean;
  /** Reason of a run that waits after a failure that doesn't count, if somebody has or may have its report. */
  waitsFor: string | null;
  /** Somebody has, or may have, a failed report since the last success. */
  mayHaveArrived: boolean;
} & MaybeStale;

/**
 * Id: `{stream}:{version}`. Index of the events in a shop's activity, with the fields for its filters (ADR 101). The
 * text is read from the stream. `when`: {@link activitySortKey}. `about`: id of the item. `agent`: the support agent.
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

/** Returns the id of an event's document. */
export const toActivityId = ({ stream, version }: { stream: string; version: number }): string =>
  `${stream}:${version}`;

/** Sort key of activity: instant (ISO UTC), then version. A bare instant sorts before all events at that instant. */
export const activitySortKey = (instant: string, version: number): string =>
  `${instant} ${String(version).padStart(9, "0")}`;

/** Sorts after all events at an instant. */
export const sortKeyAfter = (instant: string): string => `${instant}~`;
/** Id: the item's id. Title and search keys of a report design, a merchant's own filter or an automated report. */
export type TitleDocument = {
  tenant: string;
  kind: "design" | "filter" | "automation";
  title: string;
} & Record<TitleKey, string | null> &
  MaybeStale;

/** Returns the key of an export's progress in the state store. */
export const toProgressKey = (exportId: string): string => `progress:${exportId}`;

/** Value at {@link toProgressKey}. Ignore it unless it is of the newest attempt. */
export type ExportProgress = { attempt: number; status: number; step: number; maxStep: number };
