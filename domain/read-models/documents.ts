import type { ActChange } from "../console/acts.ts";
import type { ConsoleActWord } from "../console/events.ts";
import type { DesignContent, DesignFacts } from "../designs/design.ts";
import type { DesignFields, SettingField } from "../designs/fields.ts";
import type { ExportStatus, LocalStatus } from "../enumerations.ts";
import type { AskedOrders, ReportPeriod } from "../export/asked-orders.ts";
import type { Comparison } from "../export/comparison.ts";
import type { ErasedBecause, ExportOfRun, FailureCode, RepeatedExport } from "../export/events.ts";
import type { PicturesTold } from "../export/pictures-told.ts";
import type { SieverField } from "../filters/fields.ts";
import type { FilterFacts, FilterStatuses } from "../filters/filter.ts";
import type { HappeningActor } from "../happenings/actors.ts";
import type { HappeningThing } from "../happenings/things.ts";
import type { ImpersonationEnd } from "../impersonation/events.ts";
import type { FormulaFault } from "../reports/formula-fault-words.ts";
import type { UnreadOrder } from "../reports/unread-orders.ts";
import type { ChargeStanding } from "../shop/events.ts";
import { type ShopFlag, shopFlags } from "../shop/features.ts";
import type { ShopAccount } from "../shop/state.ts";
import type { Quotas } from "../tiers/tiers.ts";
import type { AutomationDefinition } from "../workspace/automations/automation.ts";
import type { HistoryEntry } from "../workspace/history/history.ts";
import type { HistoryChange } from "../workspace/history/history-change.ts";
import type { DesignOutlineFields } from "./design-outline.ts";
import type { FilterOutlineFields } from "./filter-outline.ts";
import { type TitleKey, titleKeyNames } from "./title-keys.ts";

/** Collections of the read store, their indexed fields and the documents that projections write and queries read. */
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
      // Lists of the console, across shops and of one.
      "createdAt",
      ["status", "createdAt"],
      ["tenant", "createdAt"],
    ],
  },
  runs: {
    name: "runs",
    // Their tries: support counts them without passing by those.
    large: true,
    indexes: [
      ["tenant", "automationId", "version"],
      // As of exports.
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
      // The version of a stream at an instant.
      ["tenant", "stream", "when"],
      // Of all shops, for whoever has the id of a request.
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

/**
 * Where the contents of the things in a collection stand, under the same ids: a list must not even pass by what it does not show. Made by
 * the same projection, of each of its versions.
 */
export const contentsOf = (collection: string) =>
  ({ name: `${collection}-contents`, indexes: [], large: true }) as const;

/** Set on a document that is parked: it shows what was before an event that could not be projected. */
export type MaybeStale = { stale?: true };

/**
 * Of a list's member: the stream version that last changed who stands in the list and where. The greatest `version` or
 * `placeVersion` of a list is the version at which it was read (its ETag, and the base of an ordering).
 */
type Placed = { ordering: number; placeVersion: number };

/** When its content last changed, ISO UTC; absent of a document that was made before lists told it. */
type Dated = { changedAt?: string };

/**
 * Id: the design's id. A design as its list shows it, and no more: a list reads one of each (ADR 20). `version` is the stream version
 * that last touched its content, which stands in another collection ({@link contentsOf}).
 */
export type ReportDesignDocument = Pick<DesignFacts, "reportId" | "title" | "grouping" | "splitter" | "ordering"> & {
  tenant: string;
  version: number;
} & Placed &
  Dated &
  DesignOutlineFields &
  MaybeStale;

/**
 * Id: the design's id, in the contents of its collection. `version` is the stream version that last touched it (its ETag). Each property of a column is a
 * field of its own (`columns.SKU.width`), since a projection can only set whole fields: `designOfDocuments` puts them together.
 */
export type DesignContentDocument = Omit<DesignContent, "shown" | "settings"> & { shown: string[] } & {
  /** null or absent is as the catalogue has it. */
  [Field in SettingField]: DesignFields[Field];
} & { version: number };

/** Id: the filter's id. A filter as its list shows it, and no more, as of designs. */
export type FilterDocument = Pick<FilterFacts, "filterId" | "view" | "ordering" | "title"> & {
  tenant: string;
  version: number;
} & Placed &
  Dated &
  FilterOutlineFields &
  MaybeStale;

/**
 * Id: the filter's id, in the contents of its collection. `version` is the stream version that last touched it (its ETag). Each siever is a field of its
 * own, since a projection can only set whole fields: `filterOfDocuments` puts them together.
 */
export type FilterContentDocument = FilterStatuses & { title: string; version: number } & {
  /** Without values empty or absent. */
  [Field in SieverField]?: string[];
};

/**
 * Id: the automated report's id. Its definition, whole: the texts of its destination are references, so that even a list reads little.
 * `place`: by which its list is sorted, the version at which it was made or came back. `version`: the stream version that last touched it (its
 * ETag). `createdAt`: when it was made or came back, ISO UTC.
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

/** Id: `{objectId}:{version}`. One per event and object that the event was about. Kept when the object is deleted. */
export type WorkspaceHistoryDocument = {
  tenant: string;
  objectKind: "report" | "filter" | "automation";
  objectId: string;
  /** Whether the change made another content, which can be gone back to. */
  hasContent: boolean;
} & HistoryEntry &
  MaybeStale;

/** Id: the thing's id. When a file was last asked for with a filter or design; kept when that is deleted, since it may come back. */
export type UseDocument = {
  tenant: string;
  objectId: string;
  /** ISO UTC. */
  usedAt: string;
} & MaybeStale;

/** Id: the thing's id. A filter, design or automated report that was deleted and has not come back. `version` is that of the deletion. */
export type RecentlyDeletedDocument = {
  tenant: string;
  kind: "report" | "filter" | "automation";
  objectId: string;
  title: string;
  version: number;
  /** ISO UTC. */
  instant: string;
} & MaybeStale;

/** Id: the export's id. Progress is not here: it is state, `progress:{exportId}` in the state store. */
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
  /** null until finished; `testOrders` also of an export from before they were counted. */
  rows: number | null;
  testOrders: number | null;
  /** Characters that its code page lacks; absent where there are none. */
  replacedCharacters?: number;
  /** Pictures that could not be fetched, and those beyond what a file holds; absent where all are shown. */
  picturesLeft?: Pick<PicturesTold, "failed" | "beyond">;
  /** Orders that the platform failed to give in full; absent where it gave all. */
  unread?: UnreadOrder[];
  /** Names of orders that an earlier report lacked and this one has; absent where there are none. */
  late?: string[];
  expiresAt: string | null;
  /** Support has it kept beyond its own time; absent where nobody spoke of that. */
  keptLonger?: boolean;
  expired: boolean;
  /** Why its file was removed before its time; null of others. */
  erased: ErasedBecause | null;
  /** ISO UTC; null until then. */
  endedAt: string | null;
  /** The export that it repeats, and how the two files differ; null of others (ADR 66). */
  repeats: RepeatedExport | null;
  compared: Comparison | null;
  /** Support asked for it; absent of others. */
  bySupport?: true;
  /** The run of an automated report that it is for; absent of others. */
  run?: Pick<ExportOfRun, "automationId" | "runId">;
  emptyExpected: boolean;
  asked: AskedOrders | null;
  /** null of an export from before it was kept. */
  period: ReportPeriod | null;
  formulaFaults: FormulaFault[];
} & MaybeStale;

/** Id: the tenant. */
export type ShopDocument = {
  tenant: string;
  shop: string;
  name: string;
  /** By which the name is found: {@link titleForm} of it. */
  nameKey: string;
  emailRef: string;
  ianaTimezone: string;
  tier: string | null;
  charge: ChargeStanding;
  /** Support has waived the charge of its tier. */
  chargeWaived: boolean;
  /** What support has set; null: those of the tier. */
  quotas: Quotas | null;
  termsAcceptedAt: string | null;
  /** Connected: consent was given and not withdrawn. */
  installed: boolean;
} & {
  /** What support has said of a flag; null or absent: as the settings say. A field each, since a projection can only set whole fields. */
  [Flag in ShopFlag as `flag.${Flag}`]?: boolean | null;
} & MaybeStale;

/** What support has said of a shop's flags. */
export const flagsInDocument = (document: ShopDocument): ShopAccount["flags"] =>
  Object.fromEntries(
    shopFlags.flatMap((flag) => {
      const value = document[`flag.${flag}`] ?? null;
      return value === null ? [] : [[flag, value]];
    }),
  );

/**
 * Id: `{tenant}-{orderId}`, as its stream is called. What a shop says of an order, also where that is none again: the position of the
 * document tells whether it has changed since a moment.
 */
export type LocalStatusDocument = { tenant: string; orderId: string; status: LocalStatus } & MaybeStale;

/**
 * Id: the automated report's id. How it fares by its ledger, for lists of support (ADR 103): merchants are told by the streams themselves (ADR 79).
 * Kept while it is deleted, since it may come back. `since`, ISO UTC: when it was suspended, or when it failed first; null while it is well.
 */
export type StandingDocument = {
  tenant: string;
  automationId: string;
  title: string;
  enabled: boolean;
  deleted: boolean;
  /** Of its schedule, and the one that it has expired at: it is expired while they are the same (D-6). Null: none. */
  endsTo: string | null;
  expired: string | null;
  standing: "well" | "failing" | "suspended";
  /** Not well. */
  troubled: boolean;
  since: string | null;
  /** In a row. */
  failedTries: number;
  /** Of the newest of them. */
  reason: string | null;
  runId: string | null;
} & MaybeStale;

/**
 * Id: the act's id. Something that somebody of support did at the console, or an event's id: what they changed in a shop while they looked as its merchant. `tenant`: the
 * shop that it is about, or `support`. Their name and reason are in the vault. `about`: a job, the role that they have, what they changed, or the id of the event's happening.
 */
export type ConsoleActDocument = {
  tenant: string;
  /** ISO UTC. */
  at: string;
  agent: string;
  what: ConsoleActWord;
  about: string | null;
  reasonRef: string | null;
  /** Of an act that changed something for a shop; absent of others. */
  change?: ActChange;
  /** The look as the merchant in which it was done; absent of what was done at the console. */
  look?: string;
} & MaybeStale;

/**
 * Id: `{stream}:{version}`. Where an event stands of which the story of its shop has a line, and what that is narrowed by (ADR 101). What it says is
 * read from its stream. `when`: {@link happenedWhen}. `about`: the id of its thing; `agent`: who of support did it.
 */
export type HappeningDocument = {
  tenant: string;
  when: string;
  thing: HappeningThing;
  about: string | null;
  by: HappeningActor;
  agent: string | null;
  correlation: string;
  stream: string;
  version: number;
} & MaybeStale;

/** The id of the happening of an event. */
export const happeningId = ({ stream, version }: { stream: string; version: number }): string => `${stream}:${version}`;

/** The order of a story: by instants (ISO UTC), and of one instant in the order of the stream. An instant alone stands before all that happened at it. */
export const happenedWhen = (instant: string, version: number): string =>
  `${instant} ${String(version).padStart(9, "0")}`;

/** Stands behind all that happened at an instant. */
export const afterAllAt = (instant: string): string => `${instant}~`;
/** Id: the look's id. A look of somebody of support into a shop; `begun` when its ticket was used. Instants are ISO UTC. */
export type ImpersonationDocument = {
  tenant: string;
  agent: string;
  reasonRef: string;
  /** When it was allowed. */
  at: string;
  begun: boolean;
  begunAt: string | null;
  /** When it ends by itself; null while its ticket waits. */
  until: string | null;
  endedAt: string | null;
  endedBy: ImpersonationEnd | null;
} & MaybeStale;

/**
 * Id: the event's id, or `{event}:{thing}` where it moved several. Something that somebody of support changed in a shop. Of a thing of the workspace `subject` and `change` tell what, of everything
 * else `sentence`.
 */
export type SupportChangeDocument = {
  tenant: string;
  impersonation: string;
  /** Of its event in the store: the order in which things were changed. */
  place: string;
  /** ISO UTC. */
  at: string;
  subject: { kind: WorkspaceHistoryDocument["objectKind"]; id: string } | null;
  change: HistoryChange | null;
  sentence: string | null;
} & MaybeStale;

/** Id: the thing's id. What a report design, a filter of a merchant's own or an automated report is called, and by what it is found. */
export type TitleDocument = {
  tenant: string;
  kind: "design" | "filter" | "automation";
  title: string;
} & Record<TitleKey, string | null> &
  MaybeStale;

/** Where the state store has an export's progress. */
export const progressKeyOf = (exportId: string): string => `progress:${exportId}`;

/** Value at {@link progressKeyOf}; of an attempt that is not the newest it counts for nothing. */
export type ExportProgress = { attempt: number; status: number; step: number; maxStep: number };
