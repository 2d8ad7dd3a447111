import type { Refusal } from "../core/decider.ts";
import type { WorkspaceCommand } from "./commands.ts";
import type { NewOrder, Restoration, WorkspaceEvent } from "./events.ts";
import type { quotaMessages } from "./refusals.ts";
import type { Automation, WorkspaceState } from "./state.ts";

export type Decision = readonly WorkspaceEvent[] | Refusal;
export type CommandOf<Type extends WorkspaceCommand["type"]> = Extract<WorkspaceCommand, { type: Type }>;

type CopyPosition = { id: string; title: string; ordering: number };

/** A kind of workspace item, for the generic operations (`items.ts`). */
export type ItemKind<Thing extends { title: string }> = {
  /** Words in sentences: 'filter', 'filters'. */
  name: string;
  plural: string;
  quota: keyof typeof quotaMessages;
  all(state: WorkspaceState): readonly Thing[];
  /** The merchant's own list, in its order. Quotas count it. */
  listed(state: WorkspaceState): readonly Thing[];
  idOf(item: Thing): string;
  /** `verb`: `cloned`, `deleted` or `moved`. */
  refuse?(item: Thing, verb: string): Refusal | undefined;
  /** Id of the item that an automated report uses; absent for kinds without such use. */
  usedBy?(automation: Automation): string;
  cloned(source: Thing, place: CopyPosition, state: WorkspaceState): WorkspaceEvent;
  deleted(item: Thing, left: string[]): WorkspaceEvent;
};

/** Merchants can reorder its list. */
export type OrderedItemKind<Thing extends { title: string }> = ItemKind<Thing> & {
  ordered(order: NewOrder): WorkspaceEvent;
};

/** `Facts`: the whole item. `Content`: the part that merchants edit. */
export type RestorableItemKind<
  Thing extends Facts & { title: string },
  Facts extends object,
  Content,
> = ItemKind<Thing> & {
  /** Refuses to restore a deleted item, for reasons besides the quota. */
  refuseReturn?(state: WorkspaceState): Refusal | undefined;
  /**
   * Adapts earlier content to today's rules. Rejected parts stay as in `now`, or as in a new item, with a sentence
   * each.
   */
  adaptToCurrentRules(
    earlier: Content,
    now: Thing | undefined,
    state: WorkspaceState,
  ): { content: Content; notRestored: string[] };
  /** Restorable facts, if the state holds more. */
  factsOf?(item: Thing): Facts;
  /** `now` undefined: the item was deleted. */
  whole(content: Content, id: string, ordering: number, now: Thing | undefined): Facts;
  restored(facts: Facts & Restoration, now: Thing | undefined): WorkspaceEvent;
};
