import type { CommandResult } from "#application/commands/command-runner-types.ts";
import type { CallOf } from "#application/http/route.ts";
import { isRefusal, type Refusal } from "#domain/core/decider.ts";
import { workspaceDecider } from "#domain/workspace/decider.ts";
import type { WorkspaceEvent } from "#domain/workspace/events.ts";
import type { ItemKind } from "#domain/workspace/item-kind.ts";
import { findItem } from "#domain/workspace/items.ts";
import type { WorkspaceState } from "#domain/workspace/state.ts";
import { StoreBusy } from "#infra/ports/store-errors.ts";
import { createCallBudget } from "../budget.ts";
import type { CommandApiDeps } from "../deps.ts";
import { createBaseMissingError, loadBaseItem } from "./base.ts";
import { executeOnWorkspace, type MerchantCommand } from "./execute-on-workspace.ts";

/**
 * The submitted item as it would be stored. `missing`: what must be done before the save, such as adding personal
 * values to the vault.
 */
type WithMissingTexts = { missing: readonly unknown[] };

/** The save of an item whose personal values are in the vault (ADR 21). */
export type PersonalTextSave<
  Thing extends { title: string },
  Kept extends WithMissingTexts,
  Edit extends MerchantCommand,
> = {
  kind: ItemKind<Thing>;
  id: string;
  /** Names the call and the item, as for `executeOnWorkspace`. */
  step: string;
  /**
   * The submitted item as it would be stored, given these earlier versions. `seen`: the item as the page saw it, if it
   * existed.
   */
  tokenize(before: readonly Thing[], seen: Thing | undefined): Promise<Kept | Refusal>;
  /** Does what is missing, above all: adds personal values to the vault. */
  storeTexts(kept: Kept): Promise<void>;
  /** The command over the base; undefined if the item is gone. */
  edit(kept: Kept, base: Thing | undefined): Edit;
  /** Decides without running. */
  decide(edit: Edit, state: WorkspaceState): readonly unknown[] | Refusal;
  referencesOf(items: readonly Thing[]): readonly string[];
};

/**
 * Thrown instead of running a command whose values are not in the vault. `accepted`: true if it would succeed with
 * them.
 */
class TextsMissing extends Error {
  override name = "TextsMissing";
  readonly accepted: boolean;
  constructor(accepted: boolean) {
    super("The vault does not have the words of this save yet.");
    this.accepted = accepted;
  }
}

/** Maximum tries of a save while others add values to the item. */
const maxTries = 50;

/**
 * Saves a whole item over the version in If-Match (D-4). Personal values enter the vault only if the save would succeed
 * with them (ADR 21).
 * @throws {ApiError} 400, 409: as the base of the edit says
 * @throws {StoreBusy} others changed the item all the time
 */
export const saveWithPersonalTexts = async <
  Thing extends { title: string; version: number },
  Kept extends WithMissingTexts,
  Edit extends MerchantCommand,
>(
  deps: Pick<CommandApiDeps, "budgets" | "runner">,
  call: CallOf<"shop">,
  { kind, id, step, tokenize, storeTexts, edit, decide, referencesOf }: PersonalTextSave<Thing, Kept, Edit>,
): Promise<{ result: Refusal | CommandResult<WorkspaceEvent, WorkspaceState>; kept: Kept } | Refusal> => {
  const { tenant } = call.caller;
  const changes = createCallBudget(deps.budgets.changes, tenant);
  const baseItem = await loadBaseItem(deps, call, kind, id);
  /**
   * Runs a save whose values may be missing in the vault. A refusal needs none of them.
   * @throws {TextsMissing} it would succeed
   */
  const save = async (tokenized: Kept, earlierVersions: readonly Thing[]) => {
    const knownReferences = new Set(referencesOf(earlierVersions));
    const make = (state: WorkspaceState): Edit => {
      const current = findItem(kind, state, id);
      const base = baseItem ? baseItem.thing : current;
      if (current && !base) throw createBaseMissingError(kind);
      const command = edit(tokenized, base);
      if (tokenized.missing.length > 0) {
        const refused = isRefusal(decide(command, state));
        // The same values may have been added to the item meanwhile.
        const isSure = referencesOf(current ? [current] : []).every((reference) => knownReferences.has(reference));
        if (!refused || !isSure) throw new TextsMissing(!refused);
      }
      return command;
    };
    return executeOnWorkspace(deps, call, step, make, changes);
  };
  /** Characters added to the vault. Charged even if the save fails, as they stay. */
  let characters = 0;
  try {
    for (let tries = 0; tries < maxTries; tries++) {
      const now =
        tries === 0 && baseItem
          ? baseItem.now
          : findItem(kind, (await deps.runner.load(workspaceDecider, tenant)).state, id);
      const earlierVersions = [baseItem?.thing, now].flatMap((item) => (item ? [item] : []));
      const tokenized = await tokenize(earlierVersions, baseItem ? baseItem.thing : now);
      if (isRefusal(tokenized)) return tokenized;
      try {
        return { result: await save(tokenized, earlierVersions), kept: tokenized };
      } catch (error) {
        if (!(error instanceof TextsMissing)) throw error;
        if (!error.accepted) continue;
        await storeTexts(tokenized);
        characters += JSON.stringify(tokenized.missing).length;
      }
    }
  } finally {
    if (characters > 0) changes.spend(characters);
  }
  throw new StoreBusy(`This ${kind.name} is being changed too often right now. Try again in a moment.`);
};
