import { Grouping } from "#domain/enumerations.ts";
import type { About } from "#domain/wire/about.ts";
import type { ListedFilter } from "#domain/wire/filters/filters.ts";
import type { DeletedItem } from "#domain/wire/history.ts";
import type { ListedDesign } from "#domain/wire/reports/reports.ts";
import { design, type Script, type Scripted } from "./scripted-api.ts";
import { emptyFilter } from "./scripted-filters.ts";

type Item = ListedFilter | ListedDesign;

export const filterItem = (id: string, title: string, ordering: number): ListedFilter => ({
  id,
  title,
  ordering,
  order_filter_view: 0,
});

/** The unlisted filters of the Generate report and the live page. */
const systemItems: ListedFilter[] = [
  { ...filterItem("s1", "Custom filter", 0), order_filter_view: 1 },
  { ...filterItem("s2", "Custom filter", 0), order_filter_view: 2 },
];

const unknown: Scripted = { status: 404, error: { code: "unknown", message: "There is no such thing." } };

/** Creates a server's list: members in order, and a version that changes raise. */
const list = <Of extends Item>(items: Of[], make: (id: string, title: string) => Of) => {
  const at = {
    items,
    version: 1,
    made: 0,
    inUse: new Map<string, string>(),
    /** Restorable items, newest first, and parts that can't be restored. */
    deleted: [] as DeletedItem[],
    notRestored: [] as string[],
  };
  const gone = new Map<string, Of>();
  /** Adds an item. Returns the API's answer, which lacks the lists' details. */
  const add = (title: string, about?: About): Of => {
    at.made += 1;
    at.version += 1;
    const item = make(`new${at.made}`, title);
    at.items = [...at.items, about ? { ...item, about } : item];
    return item;
  };
  const answers = (folder: string, others: Of[], titleOfNew: (n: number) => string, max: () => number): Script => {
    const full = (words: string): Scripted | null =>
      at.items.length < max() ? null : { status: 200, error: { code: "rule", message: words } };
    const words = `You cannot add new ${folder}. You have exceed the ${folder.slice(0, -1)}'s quota`;
    return {
      [`${folder}/get-${folder}`]: () => ({ data: [...at.items, ...others], etag: `"${at.version}"` }),
      [`${folder}/create-new`]: () => full(words) ?? { data: add(titleOfNew(at.items.length + 1)) },
      [`${folder}/clone`]: (id) => {
        const source = at.items.find((item) => item.id === id);
        return source
          ? (full(words) ?? {
              data: add(`Copy of ${source.title}`, source.about && about(source.about.summary, 0).about),
            })
          : unknown;
      },
      [`${folder}/delete`]: (id) => {
        const automation = at.inUse.get(String(id));
        if (automation !== undefined) return { data: automation };
        const item = at.items.find((one) => one.id === id);
        if (item === undefined) return unknown;
        at.items = at.items.filter((one) => one !== item);
        at.version += 1;
        gone.set(item.id, item);
        const deletion = { id: item.id, title: item.title, DeletedAt: "2026-11-20T12:04:00Z", Version: at.version };
        at.deleted = [deletion, ...at.deleted];
        return { data: "ok" };
      },
      [`${folder}/deleted`]: () => ({ data: at.deleted }),
      [`${folder}/restore`]: (body) => {
        const refused = full(words);
        if (refused !== null) return refused;
        const { id } = body as { id: string };
        const deleted = at.deleted.find((item) => item.id === id);
        if (deleted === undefined) return unknown;
        // In full, unlike in the list.
        const item = { ...make(id, deleted.title), ...gone.get(id) };
        at.items = [...at.items, item];
        at.deleted = at.deleted.filter((one) => one !== deleted);
        at.version += 1;
        return { data: { Item: item, NotRestored: at.notRestored }, etag: `"${at.version}"` };
      },
      [`${folder}/set-ordering`]: (ids) => {
        const wanted = ids as string[];
        at.items = [...at.items].sort((a, b) => wanted.indexOf(a.id) - wanted.indexOf(b.id));
        at.version += 1;
        return { data: true };
      },
    };
  };
  return { at, answers };
};

const ago = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString();

/** Makes a list's summary, with days counted back from now. */
export const about = (summary: string, changed: number, used: number | null = null): { about: About } => ({
  about: { summary, changed_at: ago(changed), last_used_at: used === null ? null : ago(used) },
});

const usualDesigns = [
  {
    ...design("d1", "Accounting, monthly", 0),
    grouping: Grouping.OnePerOrder,
    ...about("Order number, Order total, Tags and 9 more · one row per order", 3, 0),
  },
  { ...design("d2", "Packing list", 1), ...about("SKU, Quantity · one row per order line", 1) },
  { ...design("d3", "Warehouse", 2), ...about("No columns yet · one row per order line", 0) },
];
const usualFilters = [
  {
    ...filterItem("f1", "Wholesale, to be shipped", 0),
    ...about(
      "Orders that are open, unshipped and tagged “wholesale”. From these, only lines with the vendor “Acme” and with a quantity of 2 or more.",
      40,
      1,
    ),
  },
  { ...filterItem("f2", "Returns", 1), ...about("Orders with a refund date on or after date(YYYY-MM-DD; -30).", 2) },
  { ...filterItem("f3", "Athens Warehouse", 2), ...about("Orders with the location “Athens Warehouse”.", 500, 400) },
];

/** Creates a server of both lists. `designs`, `filters`: its content; change it to play another window. */
export const managerServer = (given: { designs?: ListedDesign[]; filters?: ListedFilter[]; most?: number } = {}) => {
  const limits = { most: given.most ?? 5 };
  const designs = list(given.designs ?? usualDesigns, (id, title) => design(id, title, 99));
  const filters = list(given.filters ?? usualFilters, (id, title) => ({ ...emptyFilter, id, title }));
  const max = () => limits.most;
  const script: Script = {
    ...designs.answers("reports", [], (n) => `Untitled${n}`, max),
    ...filters.answers("filters", systemItems, (n) => `New filter ${n}`, max),
    "appData/getResourceRestrictions": () => ({
      data: { MaxReports: limits.most, MaxFilters: limits.most, MaxAutomations: 2 },
    }),
  };
  return { designs: designs.at, filters: filters.at, limits, script };
};

/** The longest title, of the widest letters. */
export const widest = "W".repeat(50);

/** The largest tier's quota of filters. */
export const manyFilters = Array.from({ length: 200 }, (_, n) => ({
  ...filterItem(`f${n}`, `Filter number ${n + 1}`, n),
  ...about(`Orders tagged “number ${n + 1}” and not “test”.`, n, n % 3 === 0 ? null : n),
}));
