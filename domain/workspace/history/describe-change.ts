import { isJsonEqual } from "../../core/is-json-equal.ts";
import type { FilterMoment } from "../../filters/compile/compiled.ts";
import { listFirst } from "../../filters/description/phrases.ts";
import { rowUnitNames } from "../../groupings/row-unit.ts";
import { quoteText } from "../../text/quote-text.ts";
import { maxTitleLength } from "../../text/titles.ts";
import { describeFieldChanges } from "../automations/automation-change.ts";
import {
  columnLabel,
  describeDesignFieldChange,
  describeDesignFieldValue,
  getDesignFieldLabel,
  type OwnTitles,
} from "../designs/design-text.ts";
import { filterFieldLabel, statusLabel } from "../filters/filter-text.ts";
import { describeSieverChange } from "../filters/siever-change.ts";
import type { FollowedFormulas, HistoryChange } from "./history-change.ts";

const counted = (count: number, one: string) => `${count} ${one}${count === 1 ? "" : "s"}`;

/** A title at full length may lack its end, so it gets an ellipsis. */
const clonedFrom = (title: string): string => {
  const source = title.replace(/^Copy of /, "");
  return `Cloned from ${quoteText(Array.from(title).length < maxTitleLength ? source : `${source}…`)}.`;
};

const restored = (notRestored: readonly string[]): string =>
  ["Restored to an earlier version.", ...notRestored].join(" ");

const describeMove = (before: number, after: number): string => {
  if (before === 0 || after === 0) return "The list was reordered.";
  return before === after
    ? `Stayed at place ${after} while others moved around it.`
    : `Moved from place ${before} to place ${after}.`;
};

const describeFollowedFormulas = (formulas: FollowedFormulas | undefined, titles?: OwnTitles): string => {
  if (formulas === undefined) return "";
  const { first, more } = formulas;
  const [one] = first;
  if (one && first.length + more === 1)
    return ` The formula of ${columnLabel(one.column, titles)} follows its columns and now reads ${one.reads}.`;
  const named = first.map(({ column, reads }) => `${columnLabel(column, titles)} now reads ${reads}`);
  return ` Formulas follow their columns: ${[...named, ...(more > 0 ? [`and ${more} more`] : [])].join(", ")}.`;
};

/**
 * Describes a change without codes and ids. `moment`: reference time of `date(…)`. `titles`: the report's column
 * titles.
 */
export const describeHistoryChange = (change: HistoryChange, moment?: FilterMoment, titles?: OwnTitles): string => {
  switch (change.kind) {
    case "designed":
      return `Created with ${counted(change.columns, "column")}, one row per ${rowUnitNames[change.grouping]}.`;
    case "created":
      return `Created as ${quoteText(change.title)}.`;
    case "cloned":
      return clonedFrom(change.title);
    case "deleted":
      return "Deleted.";
    case "moved":
      return describeMove(change.from, change.to);
    case "restored":
      return restored(change.notRestored);
    case "renamed":
      return change.from === change.to
        ? "Renamed and renamed back."
        : `Renamed from ${quoteText(change.from)} to ${quoteText(change.to)}.`;
    case "columns": {
      const named = change.columns.map((column) => columnLabel(column, titles));
      const words = { hidden: "hid", moved: "moved", shown: "added" };
      return `Columns: ${words[change.did]} ${listFirst(named, change.more)}.${describeFollowedFormulas(change.formulas, titles)}`;
    }
    case "design": {
      const name = getDesignFieldLabel(change.field, titles);
      const followed = describeFollowedFormulas(change.formulas, titles);
      if (isJsonEqual(change.from, change.to)) return `${name}: changed and changed back.${followed}`;
      const describe = (value: unknown) => describeDesignFieldValue(change.field, value, titles);
      return `${name}: ${describeDesignFieldChange(describe(change.from), describe(change.to))}.${followed}`;
    }
    case "status": {
      const { status } = change.change;
      const name = filterFieldLabel(status);
      const [from, to] = [statusLabel(status, change.change.from), statusLabel(status, change.change.to)];
      return from === to ? `${name}: changed and changed back.` : `${name}: from ${from} to ${to}.`;
    }
    case "values":
      return describeSieverChange(change.siever, change.difference, { added: "added", removed: "removed" }, moment);
    case "access":
      if (change.did === "key-forgotten")
        return `Accepted a new server key for ${change.host}: the next delivery trusts the key that the server presents.`;
      return change.did === "secret-shown" ? "Showed the webhook's secret." : "Created a new secret for the webhook.";
    case "automation":
      return describeFieldChanges(change.fields).join(" ");
  }
};
