import { describeDesign } from "#domain/groupings/describe-design.ts";
import { outlineOfDesign } from "#domain/read-models/design-outline.ts";
import type { ReportDesignDocument } from "#domain/read-models/documents.ts";
import { designOnWire } from "#domain/wire/report-on-wire.ts";
import type { ListedDesign } from "#domain/wire/reports.ts";
import { aboutAll } from "../about.ts";
import type { QueryApiDeps } from "../deps.ts";

/** Report designs as their list shows them, each with its columns in a line. */
export const listDesigns = async (
  deps: Pick<QueryApiDeps, "readModels" | "standing">,
  tenant: string,
  designs: readonly ReportDesignDocument[],
): Promise<ListedDesign[]> => {
  const members = designs.map((design) => {
    const outline = outlineOfDesign(design);
    return { id: design.reportId, summary: outline && describeDesign(outline), changedAt: design.changedAt };
  });
  const abouts = await aboutAll(deps, tenant, members);
  return designs.map((design) => {
    const about = abouts.get(design.reportId);
    return { ...designOnWire(design), ...(about && { about }) };
  });
};
