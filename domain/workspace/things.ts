import { jsonEqual } from "../core/json-equal.ts";
import type { CommandContext } from "../core/message.ts";
import { refuseBadOrder, reorder } from "../core/ordering.ts";
import { cloneTitle } from "../text/titles.ts";
import type { Decision, Kind, OrderedKind, RestorableKind } from "./kind.ts";
import { refuseInUse, refuseOverQuota, refuseUnknown } from "./refusals.ts";
import type { Tracked, WorkspaceState } from "./state.ts";
import { factsOf } from "./tracked.ts";

/** Operations shared by all kinds of workspace items. */

/** Finds an item by its id. */
export const find = <Thing extends { title: string }>(
  kind: Kind<Thing>,
  state: WorkspaceState,
  id: string,
): Thing | undefined => kind.all(state).find((thing) => kind.idOf(thing) === id);

/** `most`: the tier's quota. */
export const refuseMore = <Thing extends { title: string }>(kind: Kind<Thing>, state: WorkspaceState, most: number) =>
  refuseOverQuota(kind.quota, kind.listed(state).length, most);

/** Copies an item to the end of the list, as `Copy of …`. */
export const cloneThing = <Thing extends { title: string }>(
  kind: Kind<Thing>,
  { id, most, context }: { id: string; most: number; context: CommandContext },
  state: WorkspaceState,
): Decision => {
  const source = find(kind, state, id);
  if (!source) return refuseUnknown(kind.name);
  const refusal = kind.refuse?.(source, "cloned") ?? refuseMore(kind, state, most);
  if (refusal) return refusal;
  const place = { id: context.newId(0), title: cloneTitle(source.title), ordering: kind.listed(state).length };
  return [kind.cloned(source, place, state)];
};

/** Refused while an automated report uses the item; `details` is the title of the first one. */
export const deleteThing = <Thing extends { title: string }>(
  kind: Kind<Thing>,
  id: string,
  state: WorkspaceState,
): Decision => {
  const thing = find(kind, state, id);
  if (!thing) return refuseUnknown(kind.name);
  const { usedBy } = kind;
  const refusal =
    kind.refuse?.(thing, "deleted") ??
    (usedBy && refuseInUse(state.automations, (automation) => usedBy(automation) === id, kind.name));
  if (refusal) return refusal;
  const left = kind.listed(state).flatMap((other) => (other === thing ? [] : [kind.idOf(other)]));
  return [kind.deleted(thing, left)];
};

/** Applies the user's moves to the current list (ADR 12). */
export const orderThings = <Thing extends { title: string }>(
  kind: OrderedKind<Thing>,
  { base, wanted }: { base: readonly string[]; wanted: readonly string[] },
  state: WorkspaceState,
): Decision => {
  for (const thing of kind.all(state)) {
    const refusal = wanted.includes(kind.idOf(thing)) ? kind.refuse?.(thing, "moved") : undefined;
    if (refusal) return refusal;
  }
  const from = kind.listed(state).map(kind.idOf);
  const bad = refuseBadOrder({ base, wanted, current: from }, kind.plural);
  if (bad) return bad;
  const { to, moved } = reorder({ base, wanted, current: from });
  return moved.length === 0 ? [] : [kind.ordered({ from, to, moved })];
};

/**
 * Restores an item's earlier version, as far as today's rules allow. Rejected parts stay as they are now, or as in a
 * new item, and are reported. A deleted item returns at the end of the list if the quota permits.
 */
export const restoreThing = <Facts extends { title: string }, Content>(
  kind: RestorableKind<Tracked<Facts, string>, Facts, Content>,
  { id, version, earlier, most }: { id: string; version: number; earlier: Content; most: number },
  state: WorkspaceState,
): Decision => {
  const now = find(kind, state, id);
  const over = now ? undefined : (refuseMore(kind, state, most) ?? kind.refuseReturn?.(state));
  if (over) return over;
  const { content, notRestored } = kind.judged(earlier, now, state);
  const facts = kind.whole(content, id, kind.listed(state).length, now);
  if (notRestored.length === 0 && now && jsonEqual(facts, kind.factsOf?.(now) ?? factsOf(now))) return [];
  return [kind.restored({ ...facts, version, notRestored }, now)];
};
