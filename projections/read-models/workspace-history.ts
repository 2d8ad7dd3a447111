import { isEventOfType, listEventTypes } from "#domain/core/message.ts";
import { collections, type WorkspaceHistoryDocument } from "#domain/read-models/documents.ts";
import { versions } from "#domain/read-models/versions.ts";
import {
  designEventSchemas,
  filterEventSchemas,
  type WorkspaceEvent,
  workspaceEventSchemas,
} from "#domain/workspace/events.ts";
import { hasRestorableContent, toHistoryChange } from "#domain/workspace/history/history-change.ts";
import type { JsonObject } from "#infra/ports/json.ts";
import type { ReadModelChange } from "#infra/ports/stores/read-store.ts";
import type { Projected, Projection } from "../projection.ts";
import { listKey } from "./list-order.ts";

const { name } = collections.workspaceHistory;

type Subject = { objectKind: WorkspaceHistoryDocument["objectKind"]; ids: readonly string[] };

/** Objects of an event; for a reordering, only those that the merchant meant to move. */
export const toSubject = (event: WorkspaceEvent): Subject => {
  if (isEventOfType(designEventSchemas, event))
    return { objectKind: "report", ids: "reportId" in event.data ? [event.data.reportId] : event.data.moved };
  if (isEventOfType(filterEventSchemas, event))
    return { objectKind: "filter", ids: "filterId" in event.data ? [event.data.filterId] : event.data.moved };
  return { objectKind: "automation", ids: [event.data.automationId] };
};

type InWorkspace = Projected<WorkspaceEvent>;

const lineOf = (event: InWorkspace, objectKind: Subject["objectKind"], objectId: string): ReadModelChange => {
  const { metadata, version } = event;
  const { tenant, instant, actor } = metadata;
  const change = toHistoryChange(event, objectId);
  const hasContent = hasRestorableContent(change);
  const document: WorkspaceHistoryDocument = {
    tenant,
    objectKind,
    objectId,
    version,
    instant,
    actor,
    change,
    hasContent,
  };
  return {
    collection: name,
    kind: "put",
    id: `${objectId}:${version}`,
    document: document as unknown as JsonObject,
  };
};

/** Change history: one document per event and object. Deleted objects keep theirs. */
export const workspaceHistory: Projection<WorkspaceEvent["type"]> = {
  name,
  version: versions["workspace-history"],
  collection: collections.workspaceHistory,
  types: listEventTypes(workspaceEventSchemas),
  toDocumentKey: (event) => {
    const [only, ...others] = toSubject(event).ids;
    return only === undefined || others.length > 0
      ? listKey(name, event.stream)
      : { collection: name, id: `${only}:${event.version}` };
  },
  project: (event) => {
    const { objectKind, ids } = toSubject(event);
    return ids.map((objectId) => lineOf(event, objectKind, objectId));
  },
};
