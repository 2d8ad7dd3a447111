import type { ActChange } from "../console/acts.ts";
import type { ConsoleActLabel } from "../console/events.ts";
import type { ImpersonationEnd } from "../impersonation/events.ts";
import type { HistoryChange } from "../workspace/history/history-change.ts";
import type { MaybeStale, WorkspaceHistoryDocument } from "./documents.ts";

/**
 * Id: the act's id, or an event's id for a change during an impersonation session. `tenant`: the shop concerned, or
 * `support`. Agent names and reasons are in the vault. `about`: a job, the agent's role, the changed part, or the id of
 * the event's activity.
 */
export type ConsoleActDocument = {
  tenant: string;
  /** Instant, ISO UTC. */
  at: string;
  agent: string;
  what: ConsoleActLabel;
  about: string | null;
  reasonRef: string | null;
  /** Set only for an act for a shop. */
  change?: ActChange;
  /** The act changed nothing. */
  refused?: true;
  /** It isn't known if the act changed something. */
  unconfirmed?: true;
  /** Impersonation session; absent for acts at the console. */
  look?: string;
} & MaybeStale;

/** Id: the session's id. `begun`: its ticket was used. Instants: ISO UTC. */
export type ImpersonationDocument = {
  tenant: string;
  agent: string;
  reasonRef: string;
  /** Time of the grant. */
  at: string;
  begun: boolean;
  begunAt: string | null;
  /** Expiry; null until its ticket is used. */
  until: string | null;
  endedAt: string | null;
  endedBy: ImpersonationEnd | null;
} & MaybeStale;

/**
 * Id: the event's id, or `{event}:{thing}` if it moved several items. Workspace items have `subject` and `change`, all
 * others `sentence`.
 */
export type SupportChangeDocument = {
  tenant: string;
  impersonation: string;
  /** Position in the event store; sorts the changes. */
  place: string;
  /** Instant, ISO UTC. */
  at: string;
  subject: { kind: WorkspaceHistoryDocument["objectKind"]; id: string } | null;
  change: HistoryChange | null;
  sentence: string | null;
} & MaybeStale;
