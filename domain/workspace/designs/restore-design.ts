import type { DesignContent, DesignFacts } from "../../designs/design.ts";
import { listColumns } from "../../designs/fields.ts";
import { groupingsOffered } from "../../designs/validate.ts";
import { quoteText } from "../../text/quote-text.ts";
import { findTitleProblem } from "../../text/titles.ts";
import type { RestorableItemKind } from "../item-kind.ts";
import type { ReportDesign } from "../state.ts";
import { type Catalogue, createDesignContent, designKind } from "./designs.ts";
import { followColumns } from "./follow-columns.ts";

/** Restores report designs field by field. */
export const restorableDesign = (
  catalogue: Catalogue,
): RestorableItemKind<ReportDesign, DesignFacts, DesignContent> => ({
  ...designKind,
  adaptToCurrentRules: (earlier, now, state) => {
    const instead = now ?? createDesignContent(state, catalogue);
    const notRestored: string[] = [];

    const problem = findTitleProblem(earlier.title, "design");
    if (problem) notRestored.push(`The title “${earlier.title}” could not be restored. ${problem}`);

    const offered = groupingsOffered.includes(earlier.grouping);
    if (!offered) notRestored.push("The grouping could not be restored: your shop can't use it. Choose another one.");

    const isThere = (column: string) => catalogue.known.has(column);
    for (const gone of listColumns(earlier).filter((column) => !isThere(column)))
      notRestored.push(
        `The column ${quoteText(earlier.settings[gone]?.title ?? gone)} could not be restored: it no longer exists.`,
      );
    const shown = earlier.shown.filter(isThere);
    const { sortedBy } = earlier;
    const content = {
      title: problem ? instead.title : earlier.title,
      grouping: offered ? earlier.grouping : instead.grouping,
      splitter: earlier.splitter,
      sortedBy: sortedBy && !isThere(sortedBy.column) ? instead.sortedBy : sortedBy,
      // A design that showed columns is not restored without any.
      shown: shown.length > 0 || earlier.shown.length === 0 ? shown : instead.shown,
      settings: Object.fromEntries(Object.entries(earlier.settings).filter(([column]) => isThere(column))),
    };
    // Dropped columns change the letters of the others.
    return { content: followColumns(earlier, content), notRestored };
  },
  whole: (content, reportId, end, now) => ({ reportId, ordering: now?.ordering ?? end, ...content }),
  restored: (data) => ({ type: "ReportDesignRestored", data }),
});
