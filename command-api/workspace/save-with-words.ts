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

/**
 * The submitted item as it would be stored. `missing`: what must be done before the save, such as adding personal
 * values to the vault.
 */
type WithMissing = { missing: readonly unknown[] };

/** The save of an item whose personal values are in the vault (ADR 21). */
export type WordySave<Thing extends { title: string }, Kept extends WithMissing, Edit extends MerchantsCommand> = {
  kind: Kind<Thing>;
  id: string;
  /** Names the call and the item, as for `onWorkspace`. */
  step: string;
  /**
   * The submitted item as it would be stored, given these earlier versions. `seen`: the item as the page saw it, if it
   * existed.
   */
  keep(before: readonly Thing[], seen: Thing | undefined): Promise<Kept | Refusal>;
  /** Does what is missing, above all: adds personal values to the vault. */
  put(kept: Kept): Promise<void>;
  /** The command over the base; undefined if the item is gone. */
  edit(kept: Kept, base: Thing | undefined): Edit;
  /** Decides without running. */
  decide(edit: Edit, state: WorkspaceState): readonly unknown[] | Refusal;
  referencesOf(things: readonly Thing[]): readonly string[];
};

/**
 * Thrown instead of running a command whose values are not in the vault. `accepted`: true if it would succeed with
 * them.
 */
class WordsMissing extends Error {
  override name = "WordsMissing";
  readonly accepted: boolean;
  constructor(accepted: boolean) {
    super("The vault does not have the words of this save yet.");
    this.accepted = accepted;
  }
}

/** Maximum tries of a save while others add values to the item. */
const mostLooks = 50;

/**
 * Saves a whole item over the version in If-Match (D-4). Personal values enter the vault only if the save would succeed
 * with them (ADR 21).
 * @throws {ApiError} 400, 409: as the base of the edit says
 * @throws {StoreBusy} others changed the item all the time
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
  /**
   * Runs a save whose values may be missing in the vault. A refusal needs none of them.
   * @throws {WordsMissing} it would succeed
   */
  const save = async (kept: Kept, before: readonly Thing[]) => {
    const looked = new Set(referencesOf(before));
    const make = (state: WorkspaceState): Edit => {
      const current = find(kind, state, id);
      const base = seen ? seen.thing : current;
      if (current && !base) throw notSeen(kind);
      const command = edit(kept, base);
      if (kept.missing.length > 0) {
        const refused = isRefusal(decide(command, state));
        // Values added to the item meanwhile may be the same ones, and then there is nothing to refuse.
        const isSure = referencesOf(current ? [current] : []).every((reference) => looked.has(reference));
        if (!refused || !isSure) throw new WordsMissing(!refused);
      }
      return command;
    };
    return onWorkspace(deps, call, step, make, changes);
  };
  /** Characters added to the vault. Charged even if the save fails, as they stay. */
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
