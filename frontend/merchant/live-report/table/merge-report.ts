import { type Merged, mergeRows } from "./merge-rows.ts";

const sheetOf = (part: Element): HTMLElement | null => part.querySelector(":scope > .sheet");
const findTable = (part: Element): Element | null => sheetOf(part)?.querySelector(":scope > table") ?? null;
const headOf = (part: Element): string => findTable(part)?.querySelector(":scope > thead")?.outerHTML ?? "";

/** Worksheets by name; for an unsplit report the report itself. */
const partsOf = (report: HTMLElement): Map<string, HTMLElement> => {
  const sections = [...report.querySelectorAll<HTMLElement>(":scope > section")];
  return new Map(sections.length === 0 ? [["", report]] : sections.map((one) => [one.dataset.sheet ?? "", one]));
};

/** Replaces a child element only if it differs, as each change makes the table lay out again. */
const takeChild = (parent: Element, selector: string, from: Element): void => {
  const old = parent.querySelector(`:scope > ${selector}`);
  const fresh = from.querySelector(`:scope > ${selector}`);
  if (old?.outerHTML === fresh?.outerHTML) return;
  old?.remove();
  if (fresh) parent.append(fresh);
};

/** Replaces everything except the rows. Nobody interacts with these parts. */
const takeRest = (part: HTMLElement, from: HTMLElement): void => {
  const [table, other] = [findTable(part), findTable(from)];
  if (table && other) takeChild(table, "tfoot", other);
  const widths = sheetOf(from)?.getAttribute("style") ?? "";
  const sheet = sheetOf(part);
  if (sheet !== null && sheet.getAttribute("style") !== widths) sheet.setAttribute("style", widths);
  for (const note of [".empty", ".counts"]) takeChild(part, note, from);
};

const mergePart = (part: HTMLElement, from: HTMLElement): { added: number; changed: number } => {
  const table = findTable(part);
  const other = findTable(from);
  const merged = table && other ? mergeRows(table, other) : { added: 0, changed: 0 };
  takeRest(part, from);
  return merged;
};

/** True if both reports or neither are split, and sheets in both have equal columns. */
const isSameShape = (parts: ReadonlyMap<string, Element>, others: ReadonlyMap<string, Element>): boolean =>
  parts.has("") === others.has("") &&
  [...others].every(([name, other]) => {
    const part = parts.get(name);
    return (
      part === undefined ||
      (headOf(part) === headOf(other) && (findTable(part) === null) === (findTable(other) === null))
    );
  });

const takeFacts = (report: HTMLElement, from: HTMLElement): void => {
  report.className = from.className;
  for (const name of Object.keys(report.dataset)) delete report.dataset[name];
  Object.assign(report.dataset, from.dataset);
};

/**
 * Patches a report to match a newly read one, which is consumed. Null if the splitting or columns differ: the caller
 * must replace the report.
 */
export const mergeReport = (report: HTMLElement, from: HTMLElement): Merged | null => {
  const parts = partsOf(report);
  const others = partsOf(from);
  if (!isSameShape(parts, others)) return null;
  takeFacts(report, from);
  const sum: Merged = { added: 0, changed: 0, isRebuilt: false };
  if (others.has("")) return { ...sum, ...mergePart(report, from) };
  for (const [name, part] of parts) if (!others.has(name)) part.remove();
  let last: Element | null = null;
  for (const [name, other] of others) {
    const part = parts.get(name);
    const nextElement: Element | null = last === null ? report.firstElementChild : last.nextElementSibling;
    if (part === undefined) {
      sum.added += other.querySelectorAll("tbody > tr").length;
      report.insertBefore(other, nextElement);
      last = other;
      continue;
    }
    const { added, changed } = mergePart(part, other);
    sum.added += added;
    sum.changed += changed;
    if (part !== nextElement) report.insertBefore(part, nextElement);
    last = part;
  }
  return sum;
};
