import { type ActivityDocument, collections, sortKeyAfter } from "#domain/read-models/documents.ts";
import { shopDecider } from "#domain/shop/decider.ts";
import type { ShopState } from "#domain/shop/state.ts";
import { workspaceDecider } from "#domain/workspace/decider.ts";
import { emptyWorkspace, type WorkspaceState } from "#domain/workspace/state.ts";
import type { ConsoleDeps } from "../deps.ts";

type Deps = Pick<ConsoleDeps, "readModels" | "runner">;

/** Version of a shop's stream at an instant (ISO UTC); -1 before its first event. */
const versionAt = async (
  { readModels }: Deps,
  { tenant, category, at }: { tenant: string; category: string; at: string },
): Promise<number> => {
  const [last] = await readModels.find(collections.happenings.name, {
    where: [
      { field: "tenant", equals: tenant },
      { field: "stream", equals: `${category}-${tenant}` },
      { field: "when", below: sortKeyAfter(at) },
    ],
    sort: [{ field: "when", descending: true }],
    limit: 1,
  });
  return last === undefined ? -1 : (last.document as unknown as ActivityDocument).version;
};

export type AsOf<State> = {
  earlier: State;
  now: State;
  /** Version at that instant; -1 before the first event. */
  version: number;
};

export const loadWorkspaceAsOf = async (deps: Deps, tenant: string, at: string): Promise<AsOf<WorkspaceState>> => {
  const version = await versionAt(deps, { tenant, category: workspaceDecider.category, at });
  const [now, then] = await Promise.all([
    deps.runner.load(workspaceDecider, tenant),
    version < 0 ? undefined : deps.runner.loadAt(workspaceDecider, tenant, version),
  ]);
  return { earlier: then?.state ?? emptyWorkspace, now: now.state, version };
};

export const loadShopAsOf = async (deps: Deps, tenant: string, at: string): Promise<AsOf<ShopState>> => {
  const version = await versionAt(deps, { tenant, category: shopDecider.category, at });
  const [now, then] = await Promise.all([
    deps.runner.load(shopDecider, tenant),
    version < 0 ? undefined : deps.runner.loadAt(shopDecider, tenant, version),
  ]);
  return { earlier: then?.state ?? shopDecider.initialState, now: now.state, version };
};
