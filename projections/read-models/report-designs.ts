import { collections, type ReportDesignDocument } from "#domain/read-models/documents.ts";
import type { Projection } from "../projection.ts";

const { name } = collections.reportDesigns;

/** A document per report design. */
export const reportDesigns: Projection<"ReportDesignCreated"> = {
  name,
  version: 1,
  collections: [collections.reportDesigns],
  types: ["ReportDesignCreated"],
  documentOf: (event) => ({ collection: name, id: event.data.reportId }),
  project: (event) => {
    const document: ReportDesignDocument = {
      tenant: event.metadata.tenant,
      reportId: event.data.reportId,
      title: event.data.title,
      grouping: event.data.grouping,
      ordering: event.data.ordering,
      wsSplitter: 0,
      columns: event.data.columns,
      version: event.version,
    };
    return [{ collection: name, kind: "put", id: event.data.reportId, document }];
  },
};
