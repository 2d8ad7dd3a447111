import { describe, expect, it } from "vitest";
import type { DesignContent } from "#domain/designs/design.ts";
import { CustomColumnCategory, Grouping, NumberFormatType, Sorting, WorksheetSplitter } from "#domain/enumerations.ts";
import type { ReportColumn } from "#domain/wire/reports/reports.ts";
import { parseStoredDraft, rebaseStoredDraft, toStoredDraft } from "../../../shared/drafts/stored-draft.ts";
import { findCollisions, rebase } from "../../../shared/saving/rebase.ts";
import { designFromWire } from "../../resources/designs/editable-design.ts";
import { createColumnsInView } from "./columns-in-view.ts";
import { describeStep } from "./describe-step.ts";
import {
  type DesignDraft,
  inLetters,
  isValidDesignValue,
  merging,
  toDesignContent,
  toDesignDraft,
} from "./design-draft.ts";
import { designToWire } from "./design-to-wire.ts";
import {
  type Edit,
  hide,
  move,
  nextSorting,
  rename,
  resize,
  setCustomColumn,
  setGrouping,
  setNumberFormat,
  setSplitter,
  setTitle,
  show,
  sort,
} from "./edits.ts";
import { emptyUndoStack, pushStep, redo, type UndoStack, undo } from "./undo.ts";

const keys = ["SKU", "Price", "Quantity", "Email", "Image"];
const design: DesignContent = {
  title: "Monthly",
  grouping: 0,
  splitter: 0,
  sortedBy: null,
  shown: ["SKU", "Price", "Quantity"],
  settings: { Price: { width: 20 } },
};
const column = (key: string, at: number): ReportColumn => ({
  Column: key,
  Title: key,
  OriginalTitle: key,
  Visible: at < 3,
  Disabled: false,
  Width: key === "Price" ? 20 : key === "Image" ? 10 : 16,
  Sorting: 0,
  Type: key === "Price" || key === "Quantity" ? 1 : key === "Image" ? 3 : 0,
  Category: 0,
  SlowColumn: -1,
  CustomColumn: null,
  NumberFormat: null,
  LinkTitleField: null,
  Field: key,
});
const columns = keys.map(column);

describe("an edit of a design", () => {
  it("moves a column to its new place among the visible ones", () => {
    expect(move("SKU", 2)(design).shown).toEqual(["Price", "Quantity", "SKU"]);
    expect(move("Quantity", 0)(design).shown).toEqual(["Quantity", "SKU", "Price"]);
    expect(move("Email", 0)(design)).toBe(design);
  });

  it("shows a column at a given place or the end, and hides one without losing its settings", () => {
    expect(show("Email", 1)(design).shown).toEqual(["SKU", "Email", "Price", "Quantity"]);
    expect(show("Email")(design).shown.at(-1)).toBe("Email");
    expect(hide("Price")(design)).toMatchObject({ shown: ["SKU", "Quantity"], settings: { Price: { width: 20 } } });
  });

  it("formats a new amount like the others, except one with its own format or other kinds of values", () => {
    const money = { type: NumberFormatType.Currency } as const;
    const inMoney = setNumberFormat("Price", money)(design);
    expect(show("TipAmount")(inMoney).settings.TipAmount).toEqual({ format: money });
    expect(show("Email")(inMoney).settings.Email).toBeUndefined();
    expect(show("OrderTotalPresentment")(inMoney).settings.OrderTotalPresentment).toBeUndefined();
    expect(show("TipAmount")(design).settings.TipAmount).toBeUndefined();
    const without = { ...design, shown: ["SKU"] };
    expect(show("TipAmount")(without).settings.TipAmount).toEqual({ format: money });
    const mixed = show("TotalPrice")(inMoney);
    expect(show("TipAmount")(setNumberFormat("TotalPrice", null)(mixed)).settings.TipAmount).toBeUndefined();
    const own = { type: NumberFormatType.Custom, code: "0.0" } as const;
    expect(show("TipAmount")(setNumberFormat("TipAmount", own)(inMoney)).settings.TipAmount).toEqual({ format: own });
  });

  it("limits widths to 4 to 90 whole units, and doesn't store the default", () => {
    expect(resize("SKU", 2, 16)(design).settings.SKU).toEqual({ width: 4 });
    expect(resize("SKU", 91.4, 16)(design).settings.SKU).toEqual({ width: 90 });
    expect(resize("Price", 16.4, 16)(design).settings).toEqual({});
  });

  it("sorts by one column at a time: none, ascending, descending, none", () => {
    expect([Sorting.None, Sorting.Ascending, Sorting.Descending].map(nextSorting)).toEqual([1, 2, 0]);
    const sorted = sort("Price", Sorting.Descending)(sort("SKU", Sorting.Ascending)(design));
    expect(sorted.sortedBy).toEqual({ column: "Price", sorting: 2 });
    expect(sort("SKU", Sorting.None)(sorted)).toBe(sorted);
    expect(sort("Price", Sorting.None)(sorted).sortedBy).toBeNull();
  });

  it("trims a column's title, and can restore the original one", () => {
    const renamed = rename("SKU", " Article ")(design);
    expect(renamed.settings.SKU).toEqual({ title: "Article" });
    expect(rename("SKU", null)(renamed)).toEqual(design);
  });
});

describe("a design as a draft", () => {
  it("converts back to the same design", () => {
    const full = setNumberFormat("Price", { type: NumberFormatType.Currency })(rename("SKU", "Article")(design));
    expect(toDesignContent(toDesignDraft(full, keys))).toEqual(full);
  });

  it("merges columns moved, shown and hidden in two windows, and conflicts only if both changed the same setting", () => {
    const base = toDesignDraft(design, keys);
    const mine = toDesignDraft(resize("SKU", 30, 16)(move("SKU", 2)(design)), keys);
    const theirs = toDesignDraft(resize("SKU", 8, 16)(show("Email")(hide("Price")(design))), keys);
    expect(rebase(base, mine, theirs, merging).shown).toEqual(["Quantity", "SKU", "Email"]);
    expect(findCollisions(base, mine, theirs, merging).map(({ field }) => field)).toEqual(["columns.SKU.width"]);
  });

  it("can be restored from the browser's storage, unless it is invalid", () => {
    const read = { value: toDesignDraft(design, keys), etag: '"5"' };
    const mine = toDesignDraft(rename("Price", "Net")(move("SKU", 1)(design)), keys);
    const kept = parseStoredDraft(
      JSON.parse(JSON.stringify(toStoredDraft({ ...read, etag: '"3"' }, mine, mine.title))),
    );
    expect(kept && rebaseStoredDraft(read, kept, isValidDesignValue)?.draft).toEqual(mine);
    const spoilt = { etag: null, title: "", changes: [{ field: "shown", from: [1], to: [2] }] };
    expect(rebaseStoredDraft(read, spoilt, isValidDesignValue)).toBeNull();
  });
});

describe("a design on the wire", () => {
  it("stays the same when it is sent and returned, with the visible columns first", () => {
    const edited = sort("Email", Sorting.Ascending)(hide("Price")(move("SKU", 2)(design)));
    const sent = designToWire({ id: "d1", columns }, design, edited);
    expect(sent.columns?.map(({ Column, Visible }) => `${Column} ${Visible}`)).toEqual([
      "Quantity true",
      "SKU true",
      "Price false",
      "Email false",
    ]);
    const byKey = new Map(sent.columns?.map((one) => [one.Column, one]));
    const answered = columns.map((one) => ({ ...one, Visible: false, ...byKey.get(one.Column) }));
    const ordered = [...(sent.columns ?? []).map(({ Column }) => Column), ...keys];
    answered.sort((one, other) => ordered.indexOf(one.Column) - ordered.indexOf(other.Column));
    expect(
      designFromWire({
        id: "d1",
        report_id: "d1",
        ordering: 0,
        title: sent.title,
        grouping: sent.grouping,
        ws_splitter: sent.ws_splitter,
        columns: answered as ReportColumn[],
        VisibleColumns: [],
        HasSlowColumns: false,
      } as unknown as Parameters<typeof designFromWire>[0]).content,
    ).toEqual(edited);
  });
});

describe("a formula on the page", () => {
  const formula = (text: string) => ({ category: CustomColumnCategory.ExcelFormula, formula: text }) as const;
  const typed = setCustomColumn("Email", formula("=A1*C1"), design.shown)(show("Email")(design));

  it("refers to columns by name, so moves don't change it, and is shown with letters", () => {
    expect(typed.settings.Email?.custom).toEqual(formula("=[SKU]1*[Quantity]1"));
    const moved = move("SKU", 2)(typed);
    expect(moved.settings).toBe(typed.settings);
    expect(inLetters(moved, columns).settings.Email?.custom).toEqual(formula("=C1*B1"));
    expect(inLetters(hide("SKU")(typed), columns).settings.Email?.custom).toEqual(formula("=[SKU]1*B1"));
    // A column that the grouping doesn't support has no letter.
    const disabled = columns.map((one) => (one.Column === "SKU" ? { ...one, Disabled: true } : one));
    expect(inLetters(typed, disabled).settings.Email?.custom).toEqual(formula("=[SKU]1*B1"));
  });

  it("is sent with letters and their columns, only if it was edited", () => {
    const sent = (seen: DesignContent, now: DesignContent) => {
      const body = designToWire({ id: "d1", columns }, seen, now);
      const email = body.columns?.find(({ Column }) => Column === "Email");
      return [body.FormulaColumns, email && "CustomColumn" in email, email?.CustomColumn?.ExcelFormula?.Formula];
    };
    const moved = move("SKU", 2)(typed);
    expect(sent(design, moved)).toEqual([["Price", "Quantity", "SKU", "Email"], true, "=C1*B1"]);
    expect(sent(typed, moved)).toEqual([["Price", "Quantity", "SKU", "Email"], false, undefined]);
  });
});

describe("the columns in view", () => {
  it("stay the same objects if they don't change", () => {
    const view = createColumnsInView();
    const before = view(columns, design);
    const after = view(columns, rename("Price", "Net")(move("SKU", 2)(design)));
    expect(after.shown.map(({ Column }) => Column)).toEqual(["Price", "Quantity", "SKU"]);
    expect(after.shown[2]).toBe(before.shown[0]);
    expect(after.shown[0]).toMatchObject({ Column: "Price", Title: "Net", Width: 20 });
  });
});

describe("undo", () => {
  const play = (...edits: Edit[]) => {
    let draft: DesignDraft = toDesignDraft(design, keys);
    let stack: UndoStack = emptyUndoStack;
    for (const edit of edits) {
      const after = toDesignDraft(edit(toDesignContent(draft)), keys);
      stack = pushStep(stack, draft, after);
      draft = after;
    }
    return { draft, stack };
  };
  const plus = (draft: DesignDraft, change: Partial<DesignDraft> | undefined) =>
    ({ ...draft, ...change }) as DesignDraft;
  const designAfter = (draft: DesignDraft, change: Partial<DesignDraft> | undefined) =>
    toDesignContent(plus(draft, change));

  it("reverts one edit at a time, and redo repeats it", () => {
    const { draft, stack } = play(move("SKU", 2), rename("Price", "Net"));
    const first = undo(stack, draft);
    expect(first && designAfter(draft, first.change)).toEqual(move("SKU", 2)(design));
    const now = plus(draft, first?.change);
    const second = first && undo(first.stack, now);
    expect(second && designAfter(now, second.change)).toEqual(design);
    const base = toDesignDraft(design, keys);
    const again = second && redo(second.stack, base);
    expect(again && designAfter(base, again.change)).toEqual(move("SKU", 2)(design));
  });

  it("doesn't revert what someone else has changed since", () => {
    const { draft, stack } = play(rename("Price", "Net"), move("SKU", 2));
    const theirs = toDesignDraft(rename("Price", "Gross")(show("Email")(toDesignContent(draft))), keys);
    const moved = undo(stack, theirs);
    expect(moved && designAfter(theirs, moved.change).shown).toEqual(["SKU", "Price", "Quantity", "Email"]);
    expect(moved && undo(moved.stack, plus(theirs, moved.change))).toBeNull();
  });

  it("reverts a title as a whole, not letter by letter", () => {
    const { draft, stack } = play(setTitle("M"), setTitle("Mo"), setTitle("Mon"));
    expect(designAfter(draft, undo(stack, draft)?.change).title).toBe("Monthly");
  });

  it("names the edit that it undoes or redoes", () => {
    const titleOf = (key: string) => `“${key}”`;
    const said = (...edits: Edit[]) => {
      const { draft, stack } = play(...edits);
      const undone = undo(stack, draft);
      const redone = undone && redo(undone.stack, plus(draft, undone.change));
      expect(redone?.step).toEqual(undone?.step);
      return undone && describeStep(undone.step, { titleOf, directionOf: () => "Z to A" });
    };
    expect(said(hide("Price"))).toBe("column “Price” hidden");
    expect(said(show("Email"))).toBe("column “Email” shown");
    expect(said(move("SKU", 2))).toBe("column “SKU” moved");
    expect(said(move("Quantity", 0))).toBe("column “Quantity” moved");
    expect(said(rename("Price", "Net"))).toBe("column “Price” renamed");
    expect(said(resize("Price", 30, 16))).toBe("column “Price” resized");
    expect(said(setNumberFormat("Price", { type: NumberFormatType.Currency }))).toBe(
      "number format of column “Price” changed",
    );
    expect(said(sort("SKU", Sorting.Descending))).toBe("sorted by “SKU”, Z to A");
    expect(said(sort("SKU", Sorting.Descending), sort("SKU", Sorting.None))).toBe("sorting removed");
    expect(said(setTitle("M"), setTitle("Mo"))).toBe("title of the report changed");
    expect(said(setGrouping(Grouping.OnePerOrder))).toBe("grouping changed to one row per order");
    expect(said(setSplitter(WorksheetSplitter.Vendor))).toBe("worksheet splitter changed to Vendor");
  });

  it("drops the redo steps at the next edit", () => {
    const { draft, stack } = play(hide("SKU"));
    const undone = undo(stack, draft);
    const base = toDesignDraft(design, keys);
    const next = undone && pushStep(undone.stack, base, toDesignDraft(hide("Price")(design), keys));
    expect(next?.future).toEqual([]);
  });
});
