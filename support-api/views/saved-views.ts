import { badRequest, notFound } from "#application/http/api-error.ts";
import { createCollation } from "#domain/text/collation.ts";
import type { ConsoleView } from "#domain/wire/support/console-alerts.ts";
import type { JsonObject } from "#infra/ports/json.ts";
import type { StateStore } from "#infra/ports/stores/state-store.ts";

/** Maximum views per person; more would not help to find anything. */
const maxViews = 100;

const index = "support-views";
const keyOf = (agent: string, id: string): string => `support-view:${agent}:${id}`;
const collate = createCollation("en");
const byName = (one: ConsoleView, other: ConsoleView): number =>
  collate(one.list, other.list) || collate(one.name, other.name) || (one.id < other.id ? -1 : 1);

/** Saved list views of a support agent: private, and kept until removed. */
export const createSavedViews = ({ state }: { state: StateStore }, agent: string) => {
  const all = async (): Promise<ConsoleView[]> =>
    (await state.find<JsonObject>(index, agent, maxViews * 2))
      .map(({ value }) => value as unknown as ConsoleView)
      .sort(byName);
  const put = (view: ConsoleView) =>
    state.put(keyOf(agent, view.id), view as unknown as JsonObject, { index: { [index]: agent } });
  const one = async (id: string): Promise<ConsoleView> => {
    const view = (await state.get<JsonObject>(keyOf(agent, id)))?.value;
    if (view === undefined) throw notFound("There is no such view. You may have removed it in another window.");
    return view as unknown as ConsoleView;
  };
  /** A list has at most one default view. */
  const onlyDefault = async ({ id, list }: ConsoleView): Promise<void> => {
    for (const other of await all())
      if (other.list === list && other.id !== id && other.isDefault) await put({ ...other, isDefault: false });
  };
  const keep = async (view: ConsoleView): Promise<ConsoleView> => {
    if (view.isDefault) await onlyDefault(view);
    await put(view);
    return view;
  };
  return {
    all,
    add: async (view: ConsoleView): Promise<ConsoleView> => {
      const known = await all();
      if (known.length >= maxViews) throw badRequest(`You have ${maxViews} views. Remove one before you save another.`);
      if (known.some(({ list, name }) => list === view.list && name === view.name))
        throw badRequest(`You have a view "${view.name}" of this list already. Choose another name.`);
      return keep(view);
    },
    change: async (id: string, changes: Partial<Pick<ConsoleView, "name" | "isDefault">>): Promise<ConsoleView> =>
      keep({ ...(await one(id)), ...changes }),
    remove: async (id: string): Promise<void> => {
      await one(id);
      await state.delete(keyOf(agent, id));
    },
  };
};
