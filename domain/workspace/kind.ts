import type { Refusal } from "../core/decider.ts";
import type { WorkspaceCommand } from "./commands.ts";
import type { NewOrder, Restoration, WorkspaceEvent } from "./events.ts";
import type { quotaWords } from "./refusals.ts";
import type { Automation, WorkspaceState } from "./state.ts";

export type Decision = readonly WorkspaceEvent[] | Refusal;
export type CommandOf<Type extends WorkspaceCommand["type"]> = Extract<WorkspaceCommand, { type: Type }>;

/** Id, title and place of a thing that is made of another. */
type Place = { id: string; title: string; ordering: number };

/**
 * A kind of thing in a workspace as data: what clone, delete, order and restore must know of it (`things.ts`). What else may be done with
 * it, and its own rules, stand beside it.
 */
export type Kind<Thing extends { title: string }> = {
  /** As sentences name it: 'filter', 'filters'. */
  name: string;
  plural: string;
  quota: keyof typeof quotaWords;
  all(state: WorkspaceState): readonly Thing[];
  /** Those in the merchant's own list, in its order: what quotas count. */
  listed(state: WorkspaceState): readonly Thing[];
  idOf(thing: Thing): string;
  /** Why this one cannot be `cloned`, `deleted` or `moved`, whatever its kind allows. */
  refuse?(thing: Thing, verb: string): Refusal | undefined;
  /** Which of them an automated report uses; absent of kinds that none uses. */
  usedBy?(automation: Automation): string;
  cloned(source: Thing, place: Place, state: WorkspaceState): WorkspaceEvent;
  deleted(thing: Thing, left: string[]): WorkspaceEvent;
};

/** A kind whose list has an order that merchants change. */
export type OrderedKind<Thing extends { title: string }> = Kind<Thing> & { ordered(order: NewOrder): WorkspaceEvent };

/** A kind that comes back. `Facts`: a thing whole, `Content`: what merchants edit of it. */
export type RestorableKind<Thing extends Facts & { title: string }, Facts extends object, Content> = Kind<Thing> & {
  /** Why none that was deleted can come back now, beside the quota. */
  refuseReturn?(state: WorkspaceState): Refusal | undefined;
  /** The content of before as far as today's rules allow, and a sentence for all that they do not: that stays as it is `now`, or as in a new one. */
  judged(earlier: Content, now: Thing | undefined, state: WorkspaceState): { content: Content; notRestored: string[] };
  /** What of a thing comes back, where the state keeps more of it. */
  factsOf?(thing: Thing): Facts;
  /** `now` is undefined of one that was deleted. */
  whole(content: Content, id: string, ordering: number, now: Thing | undefined): Facts;
  restored(facts: Facts & Restoration, now: Thing | undefined): WorkspaceEvent;
};
