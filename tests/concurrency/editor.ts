import type { Filter } from "#domain/wire/filters/filters.ts";
import type { DeletedItem, HistoryPage, Restored } from "#domain/wire/history.ts";
import type { ReportDesignItem } from "#domain/wire/reports/reports.ts";
import { contestedField, fieldsOfFilter, habitualFields, withField } from "./fields.ts";
import type { Collision, Ledger } from "./ledger.ts";
import type { Reply, Window } from "./window.ts";

type List = "filters" | "reports";
type Row = { id: string; title: string; ordering: number; order_filter_view?: number };

const listPath = { filters: "filters/get-filters", reports: "reports/get-reports" } as const;

/** The ledger's entry of an existing item, from the response to the command that made it so. */
export const fieldsOf = (list: List, item: Filter | ReportDesignItem): Record<string, string> => ({
  exists: "true",
  ...(list === "filters" ? fieldsOfFilter(item as Filter) : { title: JSON.stringify(item.title) }),
});

export type EditorOptions = {
  /** Its number: habits and values derive from it. */
  number: number;
  window: Window;
  ledger: Ledger;
  random: () => number;
  signal: AbortSignal;
};

/** Someone who works on the shop's filters and designs until the signal aborts, and writes down what was answered. */
export const workAsEditor = async ({ number, window, ledger, random, signal }: EditorOptions): Promise<void> => {
  const habits = [0, 5].map((step) => habitualFields[(number + step) % habitualFields.length] ?? contestedField);
  let edits = 0;
  const oneOf = <T>(items: readonly T[]): T | undefined => items[Math.floor(random() * items.length)];
  const count = (what: string) => {
    ledger.done[what] = (ledger.done[what] ?? 0) + 1;
  };
  const surprise = (what: string, { status, envelope }: Reply<unknown>) =>
    ledger.surprises.push(`${what}: ${status} ${envelope.ErrorCode} ${envelope.ErrorMessage}`);

  /** True of a refusal that has a reason: gone meanwhile, or no room. Anything else is a surprise. */
  const turnedAway = (what: string, list: List, id: string, since: number, reply: Reply<unknown>): boolean => {
    if (reply.envelope.Ok) return false;
    const code = reply.envelope.ErrorCode;
    if (reply.status === 404) ledger.refused.push({ why: "gone", list, id, since });
    else if (reply.status === 200 && code === "rule" && /quota/.test(reply.envelope.ErrorMessage ?? ""))
      ledger.refused.push({ why: "quota", list, id, since });
    else surprise(what, reply);
    count(`${what}: ${reply.status} ${code}`);
    return true;
  };

  /** The rows of the Manager, which must count 0..n-1 whenever they are looked at. */
  const look = async (list: List): Promise<{ ids: string[]; version: number }> => {
    const reply = await window.get<Row[]>(listPath[list]);
    if (!reply.envelope.Ok) surprise(`look at ${list}`, reply);
    const rows = (reply.data ?? []).filter(({ order_filter_view: view = 0 }) => view === 0);
    if (rows.some(({ ordering }, place) => ordering !== place))
      ledger.surprises.push(`${list} were shown with the places ${rows.map(({ ordering }) => ordering).join()}`);
    return { ids: rows.map(({ id }) => id), version: reply.version };
  };

  const read = async (id: string): Promise<{ filter: Filter; version: number } | undefined> => {
    const since = ledger.newest();
    const reply = await window.get<Filter>(`filters/get-filter?id=${id}`);
    if (turnedAway("read", "filters", id, since, reply)) return undefined;
    return { filter: reply.data, version: reply.version };
  };

  const collide = (filterId: string, base: number, wanted: Record<string, string>, reply: Reply<unknown>) => {
    const details = JSON.parse(reply.envelope.ErrorDetails ?? "[]") as Collision["details"];
    ledger.collisions.push({ filterId, base, wanted, details });
    count("edit: 409");
  };

  /** Edits a filter some times in a row, each time from the response before, as the saving queue does. */
  const edit = async () => {
    const { ids } = await look("filters");
    const id = random() < 0.6 ? ids[0] : oneOf(ids);
    let open = id === undefined ? undefined : await read(id);
    for (let saves = 1 + Math.floor(random() * 4); open && saves > 0 && !signal.aborted; saves -= 1) {
      const before = fieldsOfFilter(open.filter);
      const chosen = random() < 0.1 ? [contestedField] : random() < 0.5 ? habits : habits.slice(0, 1);
      const text = `${number}-${++edits}`;
      const wanted = chosen.reduce((filter, field) => withField(filter, field, text), open.filter);
      const fields = Object.fromEntries(
        Object.entries(fieldsOfFilter(wanted)).filter(([field, value]) => value !== before[field]),
      );
      const [base, since] = [open.version, ledger.newest()];
      const reply = await window.send<Filter>("PUT", "filters/update-filter", wanted, base);
      if (reply.status === 409) {
        collide(wanted.id, base, fields, reply);
        open = await read(wanted.id);
        continue;
      }
      if (turnedAway("edit", "filters", wanted.id, since, reply)) return;
      count("edit");
      ledger.note(wanted.id, fields, reply);
      ledger.saves.push({ filterId: wanted.id, base, version: reply.version, wanted: fields });
      open = { filter: reply.data, version: reply.version };
    }
  };

  const make = async (list: List, how: "create-new" | "clone") => {
    const id = how === "clone" ? oneOf((await look(list)).ids) : undefined;
    if (how === "clone" && id === undefined) return;
    const since = ledger.newest();
    const reply = await window.send<Filter | ReportDesignItem>("POST", `${list}/${how}`, id);
    if (turnedAway(how, list, id ?? "", since, reply)) return;
    count(`${list}/${how}`);
    ledger.note(reply.data.id, fieldsOf(list, reply.data), reply);
  };

  const remove = async (list: List) => {
    const id = oneOf((await look(list)).ids);
    if (id === undefined) return;
    const since = ledger.newest();
    const reply = await window.send<string>("POST", `${list}/delete`, id);
    if (turnedAway("delete", list, id, since, reply)) return;
    if (reply.data !== "ok") surprise(`delete answered ${reply.data}`, reply);
    count(`${list}/delete`);
    ledger.note(id, { exists: "false" }, reply);
  };

  const move = async (list: List) => {
    const { ids, version: base } = await look(list);
    if (ids.length < 4) return;
    const from = Math.floor(random() * ids.length);
    const id = ids[from] ?? "";
    const others = ids.filter((other) => other !== id);
    const places = ids.map((_, place) => place).filter((place) => Math.abs(place - from) >= 2);
    const to = oneOf(places) ?? 0;
    const reply = await window.send<boolean>("PUT", `${list}/set-ordering`, others.toSpliced(to, 0, id), base);
    if (!reply.envelope.Ok) return surprise(`move ${list}`, reply);
    count(`${list}/set-ordering`);
    ledger.note(`order of ${list}`, {}, reply);
    ledger.moves.push({ list, id, above: others.slice(0, to), version: reply.version });
  };

  const restore = async (list: List, id: string, version: number) => {
    const since = ledger.newest();
    const reply = await window.send<Restored<Filter | ReportDesignItem>>("POST", `${list}/restore`, { id, version });
    if (turnedAway("restore", list, id, since, reply)) return;
    count(`${list}/restore`);
    ledger.note(id, fieldsOf(list, reply.data.Item), reply);
    if (reply.data.NotRestored.length > 0) ledger.surprises.push(`not restored: ${reply.data.NotRestored.join(" ")}`);
  };

  const undo = async () => {
    const id = oneOf((await look("filters")).ids);
    if (id === undefined) return;
    const history = await window.get<HistoryPage>(`filters/history?id=${id}`);
    const line = oneOf((history.data?.Items ?? []).filter(({ CanRestore }) => CanRestore));
    if (line) await restore("filters", id, line.Version);
  };

  const undelete = async (list: List) => {
    const deleted = await window.get<DeletedItem[]>(`${list}/deleted`);
    const thing = oneOf((deleted.data ?? []).slice(0, 5));
    if (thing) await restore(list, thing.id, thing.Version);
  };

  const habitsOfWork: [share: number, work: () => Promise<unknown>][] = [
    [55, edit],
    [6, () => make("filters", "create-new")],
    [4, () => make("filters", "clone")],
    [6, () => remove("filters")],
    [6, () => move("filters")],
    [4, undo],
    [3, () => undelete("filters")],
    [4, () => make("reports", "create-new")],
    [3, () => make("reports", "clone")],
    [4, () => remove("reports")],
    [3, () => move("reports")],
    [2, () => undelete("reports")],
  ];
  while (!signal.aborted) {
    let dice = random() * 100;
    const chosen = habitsOfWork.find(([share]) => {
      dice -= share;
      return dice < 0;
    });
    await chosen?.[1]();
  }
};
