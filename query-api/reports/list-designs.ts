import { describeDesign } from "#domain/groupings/describe-design.ts";
import { designOfDocuments } from "#domain/read-models/design-document.ts";
import { outlineOfDesign } from "#domain/read-models/design-outline.ts";
import { collections, type DesignContentDocument, type ReportDesignDocument } from "#domain/read-models/documents.ts";
import { designOnWire } from "#domain/wire/reports/report-on-wire.ts";
import { shownColumnsOnWire } from "#domain/wire/reports/report-with-columns.ts";
import type { DesignInList, ReportColumn } from "#domain/wire/reports/reports.ts";
import { readContent } from "../content.ts";
import type { QueryApiDeps } from "../deps.ts";
import { readSummaries } from "../list-summaries.ts";

const { name } = collections.reportDesigns;

/** Visible columns; none if the design was deleted after the list was read. */
const columnsOf = async (
  deps: Pick<QueryApiDeps, "readModels">,
  shown: ReportDesignDocument,
): Promise<ReportColumn[]> => {
  const content = await readContent<DesignContentDocument>(deps, name, shown.reportId, { shown, field: "shown" });
  return content ? shownColumnsOnWire(designOfDocuments(shown, content)) : [];
};

/** Designs as listed, each with its visible columns and a summary. */
export const listDesigns = async (
  deps: Pick<QueryApiDeps, "readModels" | "readModelStatus">,
  tenant: string,
  designs: readonly ReportDesignDocument[],
): Promise<DesignInList[]> => {
  const members = designs.map((design) => {
    const outline = outlineOfDesign(design);
    return { id: design.reportId, summary: outline && describeDesign(outline), changedAt: design.changedAt };
  });
  const [abouts, columns] = await Promise.all([
    readSummaries(deps, tenant, members),
    Promise.all(designs.map((design) => columnsOf(deps, design))),
  ]);
  return designs.map((design, index) => {
    const about = abouts.get(design.reportId);
    return { ...designOnWire(design), columns: columns[index] ?? [], ...(about && { about }) };
  });
};
