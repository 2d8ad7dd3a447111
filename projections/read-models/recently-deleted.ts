import { collections, type RecentlyDeletedDocument } from "#domain/read-models/documents.ts";
import type { WorkspaceEvent } from "#domain/workspace/events.ts";
import type { Projected, Projection } from "../projection.ts";

const { name } = collections.recentlyDeleted;

const types = ["FilterDeleted", "FilterRestored", "ReportDesignDeleted", "ReportDesignRestored"] as const;
type Told = Extract<WorkspaceEvent, { type: (typeof types)[number] }>;

const idOf = ({ data }: Told): string => ("filterId" in data ? data.filterId : data.reportId);

const deletionOf = ({ type, data, metadata, version }: Projected<Told>): RecentlyDeletedDocument | undefined => {
  const { tenant, instant } = metadata;
  switch (type) {
    case "FilterDeleted":
      return { tenant, kind: "filter", objectId: data.filterId, title: data.title, version, instant };
    case "ReportDesignDeleted":
      return { tenant, kind: "report", objectId: data.reportId, title: data.title, version, instant };
    default:
      return undefined;
  }
};

/** What was deleted and has not come back: a document per filter and report design, from its deletion to its restoration. */
export const recentlyDeleted: Projection<Told["type"]> = {
  name,
  version: 1,
  collection: collections.recentlyDeleted,
  types,
  documentOf: (event) => ({ collection: name, id: idOf(event) }),
  project: (event) => {
    const document = deletionOf(event);
    const id = idOf(event);
    return [document ? { collection: name, kind: "put", id, document } : { collection: name, kind: "delete", id }];
  },
};
