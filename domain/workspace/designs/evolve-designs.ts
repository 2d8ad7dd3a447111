import type { EventMetadata } from "../../core/message.ts";
import { renumber, sortByIds } from "../../core/ordering.ts";
import { type ColumnSettings, type DesignContent, pickDesignContent } from "../../designs/design.ts";
import { type DesignField, listColumns, toColumnField, toDesignFields, withSetting } from "../../designs/fields.ts";
import { withFormulas } from "../../designs/formulas.ts";
import type { DesignEvent } from "../events.ts";
import type { ReportDesign } from "../state.ts";
import { type Change, trackChanged, trackCreated, trackRestored } from "../track-changes.ts";
import { designKind } from "./designs.ts";

/** An event that edits one design. */
export type DesignEdit = Exclude<
  DesignEvent,
  {
    type:
      | "ReportDesignCreated"
      | "ReportDesignCloned"
      | "ReportDesignDeleted"
      | "ReportDesignsOrdered"
      | "ReportDesignRestored";
  }
>;

const setting = <Property extends keyof ColumnSettings>(
  settings: DesignContent["settings"],
  { column, to }: { column: string; to: Required<ColumnSettings>[Property] | null },
  property: Property,
) => ({
  fields: [toColumnField(column, property)],
  after: { settings: withSetting(settings, column, property, to) },
});

const applyFieldEdit = (
  { settings }: DesignContent,
  { type, data }: DesignEdit,
): { fields: readonly DesignField[]; after: Partial<DesignContent> } => {
  switch (type) {
    case "ReportRenamed":
      return { fields: ["title"], after: { title: data.to } };
    case "ReportGroupingChanged":
      return { fields: ["grouping"], after: { grouping: data.to } };
    case "ReportSplitterChanged":
      return { fields: ["ws_splitter"], after: { splitter: data.to } };
    case "ReportSortingChanged":
      return { fields: ["sorting"], after: { sortedBy: data.to } };
    case "ReportColumnMoved":
      return { fields: [], after: { shown: data.shown } };
    case "ReportColumnHidden":
    case "ReportColumnShown":
      return { fields: data.columns.map((column) => toColumnField(column, "visible")), after: { shown: data.shown } };
    case "ReportColumnRenamed":
      return setting(settings, data, "title");
    case "ReportColumnResized":
      return setting(settings, data, "width");
    case "ReportNumberFormatChanged":
      return setting(settings, data, "format");
    case "CustomColumnChanged":
      return setting(settings, data, "custom");
  }
};

/** Formulas that follow their columns are not among the fields, because their meaning is unchanged. */
export const applyEdit = (
  content: DesignContent,
  edit: DesignEdit,
): { fields: readonly DesignField[]; after: Partial<DesignContent> } => {
  const { fields, after } = applyFieldEdit(content, edit);
  const formulas = "formulas" in edit.data ? edit.data.formulas : undefined;
  if (formulas === undefined) return { fields, after };
  return { fields, after: { ...after, settings: withFormulas(after.settings ?? content.settings, formulas) } };
};

export const evolveDesigns = (
  reports: readonly ReportDesign[],
  event: DesignEvent,
  { actor, instant }: EventMetadata,
  version: number,
): readonly ReportDesign[] => {
  const now: Change = { by: { actor, instant }, version };
  switch (event.type) {
    case "ReportDesignCreated":
      return [...reports, trackCreated(event.data, now)];
    case "ReportDesignCloned": {
      const { clonedFrom: _, ...facts } = event.data;
      return [...reports, trackCreated(facts, now)];
    }
    case "ReportDesignDeleted":
      return renumber(reports.filter(({ reportId }) => reportId !== event.data.reportId));
    case "ReportDesignsOrdered":
      return sortByIds(reports, event.data.to, designKind.idOf);
    case "ReportDesignRestored": {
      const { version: _, notRestored: __, ...facts } = event.data;
      const previous = reports.find(({ reportId }) => reportId === facts.reportId);
      const columns = new Set([...listColumns(facts), ...(previous ? listColumns(previous) : [])]);
      const design = trackRestored(facts, now, Object.keys(toDesignFields(facts, columns)));
      return previous ? reports.map((report) => (report === previous ? design : report)) : [...reports, design];
    }
    default: {
      const { data } = event;
      const report = reports.find(({ reportId }) => reportId === data.reportId);
      if (!report) return reports;
      const { fields, after } = applyEdit(pickDesignContent(report), event);
      return trackChanged<ReportDesign>(
        reports,
        (one) => one === report,
        now,
        fields,
        () => after,
      );
    }
  }
};
