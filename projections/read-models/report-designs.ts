import type { EventMetadata } from "#domain/core/message.ts";
import { collections, type ReportDesignDocument } from "#domain/read-models/documents.ts";
import type { ReportDesignFacts } from "#domain/workspace/events.ts";
import type { Projection } from "../projection.ts";
import { listKey, placed } from "./placing.ts";

const { name } = collections.reportDesigns;

const put = (facts: ReportDesignFacts, { tenant }: EventMetadata, version: number) => {
  const { reportId, title, grouping, ordering, columns } = facts;
  const document: ReportDesignDocument = {
    tenant,
    reportId,
    title,
    grouping,
    ordering,
    wsSplitter: 0,
    columns,
    version,
    placeVersion: version,
  };
  return { collection: name, kind: "put", id: reportId, document } as const;
};

/** A document per report design. */
export const reportDesigns: Projection<
  "ReportDesignCreated" | "ReportDesignCloned" | "ReportDesignDeleted" | "ReportDesignsOrdered" | "ReportDesignRestored"
> = {
  name,
  version: 2,
  collection: collections.reportDesigns,
  types: [
    "ReportDesignCreated",
    "ReportDesignCloned",
    "ReportDesignDeleted",
    "ReportDesignsOrdered",
    "ReportDesignRestored",
  ],
  documentOf: ({ type, data, stream }) =>
    type === "ReportDesignsOrdered" ? listKey(name, stream) : { collection: name, id: data.reportId },
  project: ({ type, data, metadata, version }) => {
    switch (type) {
      case "ReportDesignCreated":
      case "ReportDesignCloned":
      case "ReportDesignRestored":
        return [put(data, metadata, version)];
      case "ReportDesignDeleted":
        return [...placed(name, data.left, version), { collection: name, kind: "delete", id: data.reportId }];
      case "ReportDesignsOrdered":
        return placed(name, data.to, version);
    }
  },
};
