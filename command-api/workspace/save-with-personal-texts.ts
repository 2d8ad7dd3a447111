import { type CallBudget, createCallBudget } from "#application/admission/budget.ts";
import type { CommandResult } from "#application/commands/command-runner-types.ts";
import type { CallOf } from "#application/http/route.ts";
import type { WritableTexts } from "#application/privacy/personal-values.ts";
import { isRefusal, type Refusal } from "#domain/core/decider.ts";
import { workspaceDecider } from "#domain/workspace/decider.ts";
import type { WorkspaceEvent } from "#domain/workspace/events.ts";
import type { ItemKind } from "#domain/workspace/item-kind.ts";
import { findItem } from "#domain/workspace/items.ts";
import type { WorkspaceState } from "#domain/workspace/state.ts";
import type { CommandApiDeps } from "../deps.ts";
import { createBaseMissingError, loadBaseItem } from "./base.ts";
import { executeOnWorkspace, type MerchantCommand } from "./execute-on-workspace.ts";

/** Save of an item with personal values in the vault (ADR 21). */
export type PersonalTextSave<Thing extends { title: string }, Tokenized extends object> = {
  kind: ItemKind<Thing>;
  id: string;
  step: string;
  /** Tokenizes the item, given these earlier versions. `seen`: as the page saw it. */
  tokenize(vault: WritableTexts, before: readonly Thing[], seen: Thing | undefined): Promise<Tokenized | Refusal>;
  /** Command that edits the item. `base`: undefined if the item is gone. */
  edit(tokenized: Tokenized, base: Thing | undefined, state: WorkspaceState): MerchantCommand;
};

/** Charges texts as they are put, as a failed save leaves them until they are cleaned up. */
export const chargeTexts = ({ vault }: Pick<CommandApiDeps, "vault">, changes: CallBudget): WritableTexts => ({
  readAll: (references) => vault.readAll(references),
  findReferences: (texts, options) => vault.findReferences(texts, options),
  putOnce: (texts, options) => {
    changes.assertAvailable();
    changes.spend(JSON.stringify(texts).length);
    return vault.putOnce(texts, options);
  },
});

/**
 * Saves over the version in If-Match (D-4). Personal values enter the vault first (ADR 21).
 * @throws {ApiError} 400, 409: the base of the edit; 429: the shop has changed too much within an hour
 */
export const saveWithPersonalTexts = async <Thing extends { title: string; version: number }, Tokenized extends object>(
  deps: Pick<CommandApiDeps, "budgets" | "runner" | "vault">,
  call: CallOf<"shop">,
  { kind, id, step, tokenize, edit }: PersonalTextSave<Thing, Tokenized>,
): Promise<{ result: Refusal | CommandResult<WorkspaceEvent, WorkspaceState>; tokenized: Tokenized } | Refusal> => {
  const { tenant } = call.caller;
  const changes = createCallBudget(deps.budgets.changes, tenant);
  const seen = await loadBaseItem(deps, call, kind, id);
  const now = seen ? seen.now : findItem(kind, (await deps.runner.load(workspaceDecider, tenant)).state, id);
  const base = seen ? seen.thing : now;
  const earlierVersions = [base, now].filter((item) => item !== undefined);
  const tokenized = await tokenize(chargeTexts(deps, changes), earlierVersions, base);
  if (isRefusal(tokenized)) return tokenized;
  const make = (state: WorkspaceState): MerchantCommand => {
    const current = findItem(kind, state, id);
    if (seen && current && !base) throw createBaseMissingError(kind);
    return edit(tokenized, seen ? base : current, state);
  };
  return { result: await executeOnWorkspace(deps, call, step, make, changes), tokenized };
};
