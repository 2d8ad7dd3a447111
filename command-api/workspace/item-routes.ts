import { z } from "zod";
import type { Loaded } from "#application/commands/command-runner-types.ts";
import { type CallOf, type Route, route } from "#application/http/route.ts";
import { isRefusal, refuse } from "#domain/core/decider.ts";
import type { Quotas } from "#domain/tiers/tiers.ts";
import { RestorePayload } from "#domain/wire/history.ts";
import type { WorkspaceEvent } from "#domain/workspace/events.ts";
import type { ItemKind } from "#domain/workspace/item-kind.ts";
import { findItem } from "#domain/workspace/items.ts";
import type { WorkspaceState } from "#domain/workspace/state.ts";
import type { CommandApiDeps } from "../deps.ts";
import { loadBaseWorkspace, workspaceAt } from "./base.ts";
import { deleteFromWorkspace } from "./deletion.ts";
import { executeOnWorkspace, type MerchantCommand, requireItem } from "./execute-on-workspace.ts";
import { loadQuotas } from "./quotas.ts";

/**
 * Differences between kinds of items in `{folder}/clone`, `delete`, `restore`, and `set-ordering` if the list has an
 * order.
 */
export type ItemCalls<Thing extends Facts & { title: string }, Facts, Item extends z.ZodType> = {
  folder: string;
  kind: ItemKind<Thing>;
  data: Item;
  toWire(facts: Facts, left: Loaded<WorkspaceState>, call: CallOf<"shop">): z.input<Item> | Promise<z.input<Item>>;
  clone(id: string, quotas: Quotas): MerchantCommand;
  /** Facts of the clone that an event created; undefined for other events. */
  clonedIn(event: WorkspaceEvent): Facts | undefined;
  remove(id: string): MerchantCommand;
  /** `list`: its name in the summary. Absent if the list stays in order of creation. */
  order?: { list: string; command(base: string[], wanted: string[]): MerchantCommand };
  /** Command that restores an item. `earlier`: at that version. */
  restore(earlier: Thing, version: number, quotas: Quotas): Promise<MerchantCommand> | MerchantCommand;
};

const Id = z.string().max(100);

/** Calls that every kind of item has. */
export const createItemRoutes = <Thing extends Facts & { title: string }, Facts, Item extends z.ZodType>(
  deps: CommandApiDeps,
  calls: ItemCalls<Thing, Facts, Item>,
): Route[] => {
  const { folder, kind, data } = calls;
  const clone = route({
    method: "POST",
    path: `${folder}/clone`,
    summary: `A copy of a ${kind.name}, the last of the list`,
    description: `Counts as a new ${kind.name}, so the shop's tier limits it. Its title tells it from the first.`,
    refuses: ["rule", "unknown"],
    access: "shop",
    body: Id,
    bare: "id",
    data,
    handler: async ({ body: id }, call) => {
      const quotas = await loadQuotas(deps, call.caller.tenant);
      const result = await executeOnWorkspace(deps, call, `clone ${folder} ${id}`, () => calls.clone(id, quotas));
      if (isRefusal(result)) return result;
      const [cloned] = result.events.flatMap((event) => calls.clonedIn(event) ?? []);
      return calls.toWire(requireItem(cloned, kind.plural), result, call);
    },
  });
  const remove = route({
    method: "POST",
    path: `${folder}/delete`,
    summary: `Deletes a ${kind.name}: ok, or the title of the first automated report that uses it`,
    description: `It stays in ${folder}/deleted and can be restored from there. If the answer is a title, nothing was deleted.`,
    refuses: kind.refuse ? ["rule", "unknown"] : ["unknown"],
    access: "shop",
    body: Id,
    bare: "id",
    data: z.string(),
    handler: ({ body: id }, call) => deleteFromWorkspace(deps, call, `delete ${folder} ${id}`, calls.remove(id)),
  });
  /** Reorders a list: the edit is the moves from the order seen to the order sent. */
  const orderRoute = ({ list, command }: NonNullable<typeof calls.order>) =>
    route({
      method: "PUT",
      path: `${folder}/set-ordering`,
      summary: `Puts the ${list} into an order; If-Match takes the ETag of the list`,
      description: `Takes the ids of the whole list. If others moved, added or deleted some meanwhile, your moves are applied to theirs.`,
      refuses: kind.refuse ? ["rule", "invalid"] : ["invalid"],
      access: "shop",
      ifMatch: true,
      body: z.array(Id).max(1_000),
      bare: "ids",
      data: z.boolean(),
      handler: async ({ body: wanted }, call) => {
        const seen = await loadBaseWorkspace(deps, call);
        const result = await executeOnWorkspace(deps, call, `order ${folder}`, (state) =>
          command(kind.listed(seen ?? state).map(kind.idOf), wanted),
        );
        return isRefusal(result) ? result : true;
      },
    });
  const restore = route({
    method: "POST",
    path: `${folder}/restore`,
    summary: `Brings a ${kind.name} back as it was at a version of its history, also one that was deleted`,
    description: `What no longer exists is left out and listed in NotRestored. See before with ${folder}/history-version.`,
    refuses: ["rule", "unknown"],
    access: "shop",
    body: RestorePayload,
    data: z.strictObject({ Item: data, NotRestored: z.array(z.string()) }),
    handler: async ({ body: { id, version } }, call) => {
      const { tenant } = call.caller;
      const [then, quotas] = await Promise.all([workspaceAt(deps, tenant, version), loadQuotas(deps, tenant)]);
      const earlier = findItem(kind, then, id);
      if (!earlier)
        return refuse(
          "unknown",
          `The ${kind.name} did not exist at that version. Choose a version from its own history.`,
        );
      const command = await calls.restore(earlier, version, quotas);
      const result = await executeOnWorkspace(deps, call, `restore ${folder} ${id} ${version}`, () => command);
      if (isRefusal(result)) return result;
      const restored = result.events.flatMap(({ data: eventData }) =>
        "notRestored" in eventData ? eventData.notRestored : [],
      );
      return {
        Item: await calls.toWire(requireItem(findItem(kind, result.state, id), kind.plural), result, call),
        NotRestored: restored,
      };
    },
  });
  return [clone, remove, ...(calls.order ? [orderRoute(calls.order)] : []), restore] as unknown as Route[];
};
