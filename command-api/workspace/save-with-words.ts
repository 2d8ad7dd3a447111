import type { CommandResult } from "#application/commands/command-runner-types.ts";
import type { CallOf } from "#application/http/route.ts";
import { isRefusal, type Refusal } from "#domain/core/decider.ts";
import { workspaceDecider } from "#domain/workspace/decider.ts";
import type { WorkspaceEvent } from "#domain/workspace/events.ts";
import type { Kind } from "#domain/workspace/kind.ts";
import type { WorkspaceState } from "#domain/workspace/state.ts";
import { find } from "#domain/workspace/things.ts";
import { StoreBusy } from "#infra/ports/busy.ts";
import { budgetOfCall } from "../budget.ts";
import type { CommandApiDeps } from "../deps.ts";
import { notSeen, seenThing } from "./base.ts";
import { type MerchantsCommand, onWorkspace } from "./run.ts";

/** How what was sent would be kept. `missing`: what is to be done before it can be saved, as words that the vault lacks. */
type WithMissing = { missing: readonly unknown[] };

/** The save of a thing whose words are in the vault (ADR 21). */
export type WordySave<Thing extends { title: string }, Kept extends WithMissing, Edit extends MerchantsCommand> = {
  kind: Kind<Thing>;
  id: string;
  /** Names the call and the thing, as for `onWorkspace`. */
  step: string;
  /** How what was sent would be kept by somebody who saw these. `seen`: the thing as the page saw it; undefined where there is none. */
  keep(before: readonly Thing[], seen: Thing | undefined): Promise<Kept | Refusal>;
  /** Does what is missing, above all: puts words into the vault. */
  put(kept: Kept): Promise<void>;
  /** The command, over what counts as seen: nothing where the thing is gone. */
  edit(kept: Kept, base: Thing | undefined): Edit;
  /** Decides without running. */
  decide(edit: Edit, state: WorkspaceState): readonly unknown[] | Refusal;
  referencesOf(things: readonly Thing[]): readonly string[];
};

/** Thrown instead of running a command whose words the vault does not have: `accepted` when it would go through with them. */
class WordsMissing extends Error {
  override name = "WordsMissing";
  readonly accepted: boolean;
  constructor(accepted: boolean) {
    super("The vault does not have the words of this save yet.");
    this.accepted = accepted;
  }
}

/** How often a save is looked at anew when others put words into the thing meanwhile. */
const mostLooks = 50;

/**
 * Saves what was meant by a whole thing that was sent over what the call's If-Match saw (D-4). Words get into the vault only when the save
 * would go through with them (ADR 21): what is refused leaves none.
 * @throws {ApiError} 400, 409: as the base of the edit says
 * @throws {StoreBusy} others changed the thing all the time
 */
export const saveWithWords = async <
  Thing extends { title: string; version: number },
  Kept extends WithMissing,
  Edit extends MerchantsCommand,
>(
  deps: Pick<CommandApiDeps, "budgets" | "runner">,
  call: CallOf<"shop">,
  { kind, id, step, keep, put, edit, decide, referencesOf }: WordySave<Thing, Kept, Edit>,
): Promise<{ result: Refusal | CommandResult<WorkspaceEvent, WorkspaceState>; kept: Kept } | Refusal> => {
  const { tenant } = call.caller;
  const changes = budgetOfCall(deps.budgets.changes, tenant);
  const seen = await seenThing(deps, call, kind, id);
  /** Runs the save over words that the vault may lack. What is refused needs none of them. @throws {WordsMissing} it would go through */
  const save = async (kept: Kept, before: readonly Thing[]) => {
    const looked = new Set(referencesOf(before));
    const make = (state: WorkspaceState): Edit => {
      const current = find(kind, state, id);
      const base = seen ? seen.thing : current;
      if (current && !base) throw notSeen(kind);
      const command = edit(kept, base);
      if (kept.missing.length > 0) {
        const refused = isRefusal(decide(command, state));
        // Words that came into the thing meanwhile may be the same, and then there is nothing to refuse.
        const isSure = referencesOf(current ? [current] : []).every((reference) => looked.has(reference));
        if (!refused || !isSure) throw new WordsMissing(!refused);
      }
      return command;
    };
    return onWorkspace(deps, call, step, make, changes);
  };
  /** Characters of the words that came into the vault: paid for with the events, as they stay whatever becomes of the save. */
  let words = 0;
  try {
    for (let looks = 0; looks < mostLooks; looks++) {
      const now =
        looks === 0 && seen ? seen.now : find(kind, (await deps.runner.load(workspaceDecider, tenant)).state, id);
      const before = [seen?.thing, now].flatMap((thing) => (thing ? [thing] : []));
      const kept = await keep(before, seen ? seen.thing : now);
      if (isRefusal(kept)) return kept;
      try {
        return { result: await save(kept, before), kept };
      } catch (error) {
        if (!(error instanceof WordsMissing)) throw error;
        if (!error.accepted) continue;
        await put(kept);
        words += JSON.stringify(kept.missing).length;
      }
    }
  } finally {
    if (words > 0) changes.spend(words);
  }
  throw new StoreBusy(`This ${kind.name} is being changed too often right now. Try again in a moment.`);
};
