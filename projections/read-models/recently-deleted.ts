import { collections, type RecentlyDeletedDocument } from "#domain/read-models/documents.ts";
import { versions } from "#domain/read-models/versions.ts";
import { defineProjection, type Projected } from "../projection.ts";

const { name } = collections.recentlyDeleted;

type Deletion = Pick<RecentlyDeletedDocument, "kind" | "objectId" | "title">;

const put = ({ metadata, version }: Pick<Projected, "metadata" | "version">, deletion: Deletion) => {
  const { tenant, instant } = metadata;
  const document: RecentlyDeletedDocument = { tenant, ...deletion, version, instant };
  return [{ collection: name, kind: "put", id: deletion.objectId, document } as const];
};

const removeDocument = (id: string) => [{ collection: name, kind: "delete", id } as const];

const idIn = (data: { automationId: string } | { reportId: string } | { filterId: string }): string => {
  // Must come first: an automated report's data also holds a design's and a filter's id.
  if ("automationId" in data) return data.automationId;
  return "reportId" in data ? data.reportId : data.filterId;
};

/** One document per deleted item, until it is restored. */
export const recentlyDeleted = defineProjection({
  name,
  version: versions["recently-deleted"],
  collection: collections.recentlyDeleted,
  toDocumentKey: ({ data }) => ({ collection: name, id: idIn(data) }),
  on: {
    FilterDeleted: (event) => put(event, { kind: "filter", objectId: event.data.filterId, title: event.data.title }),
    FilterRestored: ({ data }) => removeDocument(data.filterId),
    ReportDesignDeleted: (event) =>
      put(event, { kind: "report", objectId: event.data.reportId, title: event.data.title }),
    ReportDesignRestored: ({ data }) => removeDocument(data.reportId),
    AutomationDeleted: (event) =>
      put(event, { kind: "automation", objectId: event.data.automationId, title: event.data.title }),
    AutomationRestored: ({ data }) => removeDocument(data.automationId),
  },
});
