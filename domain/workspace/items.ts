import { isJsonEqual } from "../core/is-json-equal.ts";
import type { CommandContext } from "../core/message.ts";
import { refuseInvalidOrder, reorder } from "../core/ordering.ts";
import { cloneTitle } from "../text/titles.ts";
import type { Decision, ItemKind, OrderedItemKind, RestorableItemKind } from "./item-kind.ts";
import { refuseInUse, refuseOverQuota, refuseUnknown } from "./refusals.ts";
import type { Tracked, WorkspaceState } from "./state.ts";
import { pickFacts } from "./track-changes.ts";

/** Operations shared by all kinds of workspace items. */

/** Finds an item by its id. */
export const findItem = <Thing extends { title: string }>(
  kind: ItemKind<Thing>,
  state: WorkspaceState,
  id: string,
): Thing | undefined => kind.all(state).find((item) => kind.idOf(item) === id);

/** Refuses an item over quota. `maxItems`: the tier's quota. */
export const refuseItemOverQuota = <Thing extends { title: string }>(
  kind: ItemKind<Thing>,
  state: WorkspaceState,
  maxItems: number,
) => refuseOverQuota(kind.quota, kind.listed(state).length, maxItems);

/** Copies an item to the end of the list, as `Copy of …`. */
export const cloneItem = <Thing extends { title: string }>(
  kind: ItemKind<Thing>,
  { id, maxItems, context }: { id: string; maxItems: number; context: CommandContext },
  state: WorkspaceState,
): Decision => {
  const source = findItem(kind, state, id);
  if (!source) return refuseUnknown(kind.name);
  const refusal = kind.refuse?.(source, "cloned") ?? refuseItemOverQuota(kind, state, maxItems);
  if (refusal) return refusal;
  const identity = { id: context.newId(0), title: cloneTitle(source.title), ordering: kind.listed(state).length };
  return [kind.cloned(source, identity, state)];
};

/** Refuses while an automated report uses the item; `details` is the first one's title. */
export const deleteItem = <Thing extends { title: string }>(
  kind: ItemKind<Thing>,
  id: string,
  state: WorkspaceState,
): Decision => {
  const item = findItem(kind, state, id);
  if (!item) return refuseUnknown(kind.name);
  const { usedBy } = kind;
  const refusal =
    kind.refuse?.(item, "deleted") ??
    (usedBy && refuseInUse(state.automations, (automation) => usedBy(automation) === id, kind.name));
  if (refusal) return refusal;
  const left = kind.listed(state).flatMap((other) => (other === item ? [] : [kind.idOf(other)]));
  return [kind.deleted(item, left)];
};

/** Applies the user's moves to the current list (ADR 12). */
export const reorderItems = <Thing extends { title: string }>(
  kind: OrderedItemKind<Thing>,
  { base, wanted: submittedIds }: { base: readonly string[]; wanted: readonly string[] },
  state: WorkspaceState,
): Decision => {
  for (const item of kind.all(state)) {
    const refusal = submittedIds.includes(kind.idOf(item)) ? kind.refuse?.(item, "moved") : undefined;
    if (refusal) return refusal;
  }
  const from = kind.listed(state).map(kind.idOf);
  const bad = refuseInvalidOrder({ base, wanted: submittedIds, current: from }, kind.plural);
  if (bad) return bad;
  const { to, moved } = reorder({ base, wanted: submittedIds, current: from });
  return moved.length === 0 ? [] : [kind.ordered({ from, to, moved })];
};

/**
 * Restores an earlier version as far as today's rules allow. Rejected parts are reported, and stay as they are, or as
 * in a new item. A deleted item returns at the end of the list, within the quota.
 */
export const restoreItem = <Facts extends { title: string }, Content>(
  kind: RestorableItemKind<Tracked<Facts, string>, Facts, Content>,
  { id, version, earlier, maxItems }: { id: string; version: number; earlier: Content; maxItems: number },
  state: WorkspaceState,
): Decision => {
  const now = findItem(kind, state, id);
  const refusal = now ? undefined : (refuseItemOverQuota(kind, state, maxItems) ?? kind.refuseReturn?.(state));
  if (refusal) return refusal;
  const { content, notRestored } = kind.adaptToCurrentRules(earlier, now, state);
  const facts = kind.whole(content, id, kind.listed(state).length, now);
  if (notRestored.length === 0 && now && isJsonEqual(facts, kind.factsOf?.(now) ?? pickFacts(now))) return [];
  return [kind.restored({ ...facts, version, notRestored }, now)];
};
