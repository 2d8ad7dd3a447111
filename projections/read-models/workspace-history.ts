import { collections, type WorkspaceHistoryDocument } from "#domain/read-models/documents.ts";
import type { WorkspaceEvent } from "#domain/workspace/events.ts";
import type { JsonObject } from "#infra/ports/json.ts";
import type { Projection } from "../projection.ts";
import { listKey } from "./placing.ts";

const { name } = collections.workspaceHistory;

type Subject = Pick<WorkspaceHistoryDocument, "objectKind" | "deleted"> & { ids: readonly string[] };

/** What an event is about; of a new order only what the merchant meant to move. */
const subjectOf = ({ type, data }: WorkspaceEvent): Subject => {
  switch (type) {
    case "ReportDesignsOrdered":
      return { objectKind: "report", ids: data.moved, deleted: null };
    case "FiltersOrdered":
      return { objectKind: "filter", ids: data.moved, deleted: null };
    case "ReportDesignCreated":
    case "ReportDesignCloned":
    case "ReportDesignRestored":
      return { objectKind: "report", ids: [data.reportId], deleted: null };
    case "ReportDesignDeleted":
      return { objectKind: "report", ids: [data.reportId], deleted: "report" };
    case "FilterCreated":
    case "FilterCloned":
    case "FilterRenamed":
    case "FilterStatusChanged":
    case "FilterSieverChanged":
    case "FilterRestored":
      return { objectKind: "filter", ids: [data.filterId], deleted: null };
    case "FilterDeleted":
      return { objectKind: "filter", ids: [data.filterId], deleted: "filter" };
    case "AutomationCreated":
    case "AutomationCloned":
    case "AutomationChanged":
      return { objectKind: "automation", ids: [data.automationId], deleted: null };
    case "AutomationDeleted":
      return { objectKind: "automation", ids: [data.automationId], deleted: "automation" };
  }
};

/** Who changed what and when: a document per event and object. What is deleted keeps its history. */
export const workspaceHistory: Projection<WorkspaceEvent["type"]> = {
  name,
  version: 1,
  collections: [collections.workspaceHistory],
  types: [
    "ReportDesignCreated",
    "ReportDesignCloned",
    "ReportDesignDeleted",
    "ReportDesignsOrdered",
    "ReportDesignRestored",
    "FilterCreated",
    "FilterCloned",
    "FilterRenamed",
    "FilterStatusChanged",
    "FilterSieverChanged",
    "FilterDeleted",
    "FiltersOrdered",
    "FilterRestored",
    "AutomationCreated",
    "AutomationCloned",
    "AutomationChanged",
    "AutomationDeleted",
  ],
  documentOf: (event) => {
    const [only, ...others] = subjectOf(event).ids;
    return only === undefined || others.length > 0
      ? listKey(name, event.stream)
      : { collection: name, id: `${only}:${event.version}` };
  },
  project: (event) => {
    const { objectKind, ids, deleted } = subjectOf(event);
    const { type, data, metadata, version } = event;
    return ids.map((objectId) => {
      const document: WorkspaceHistoryDocument = {
        tenant: metadata.tenant,
        objectKind,
        objectId,
        version,
        instant: metadata.instant,
        actor: metadata.actor,
        event: { type, data } as WorkspaceEvent,
        deleted,
      };
      return {
        collection: name,
        kind: "put",
        id: `${objectId}:${version}`,
        document: document as unknown as JsonObject,
      };
    });
  },
};
