import { configurationLines, preferenceLines } from "#domain/as-of/configuration-lines.ts";
import { designLines } from "#domain/as-of/design-lines.ts";
import { filterLines } from "#domain/as-of/filter-lines.ts";
import { designOfFrozen, filterOfFrozen, shownAlone } from "#domain/as-of/frozen.ts";
import { fieldsThen, type Line, sinceThen } from "#domain/as-of/line.ts";
import { type ThingKind, thingThen } from "#domain/as-of/things.ts";
import { exportDecider } from "#domain/export/decider.ts";
import type { FrozenInput } from "#domain/export/frozen-input.ts";
import { collections } from "#domain/read-models/documents.ts";
import type { RunDocument } from "#domain/read-models/run-document.ts";
import { shopDecider } from "#domain/shop/decider.ts";
import type { ShopState } from "#domain/shop/state.ts";
import type { ConsoleMadeOf, ConsoleThing } from "#domain/wire/console.ts";
import { workspaceDecider } from "#domain/workspace/decider.ts";
import type { WorkspaceState } from "#domain/workspace/state.ts";
import { FrozenInputLost, findFrozenInput } from "#infra/app/freeze-input.ts";
import { unknown } from "#infra/app/http/api-error.ts";
import type { ConsoleDeps } from "../deps.ts";
import type { ConsoleRoute } from "../http/route.ts";

type Deps = Pick<ConsoleDeps, "readModels" | "runner" | "state">;
type Made = { tenant: string; madeOf: ConsoleMadeOf };

/** A run was made of what its claim names: versions of workspace and shop, which events have for ever (ADR 80). */
const runMadeOf = async ({ readModels, runner }: Deps, id: string): Promise<Made> => {
  const run = (await readModels.get(collections.runs.name, id))?.document as RunDocument | undefined;
  if (run === undefined) throw unknown("There is no such run.");
  const { tenant, automationId, claim } = run;
  const [then, now, shop, shopNow] = await Promise.all([
    runner.loadAt(workspaceDecider, tenant, claim.workspaceVersion),
    runner.load(workspaceDecider, tenant),
    runner.loadAt(shopDecider, tenant, claim.shopVersion),
    runner.load(shopDecider, tenant),
  ]);
  const automation = then.state.automations.find((one) => one.automationId === automationId);
  const thing = (kind: ThingKind, of: string | undefined) =>
    (of !== undefined && thingThen(kind, of, { earlier: then.state, now: now.state })) || null;
  return {
    tenant,
    madeOf: {
      kept: automation !== undefined,
      versions: { workspace: claim.workspaceVersion, shop: claim.shopVersion },
      flags: [...claim.flags],
      automation: thing("automation", automationId),
      design: thing("design", automation?.reportId),
      filter: thing("filter", automation?.filterId),
      configuration: fieldsThen(configurationLines(shop.state), configurationLines(shopNow.state)),
    },
  };
};

const thingOf = (id: string, title: string, then: readonly Line[], now: readonly Line[] | undefined): ConsoleThing => ({
  id,
  title,
  since: sinceThen(then, now),
  fields: fieldsThen(then, now),
});

const designThen = ({ design }: FrozenInput, { reports }: WorkspaceState): ConsoleThing => {
  const now = reports.find(({ reportId }) => reportId === design.reportId);
  return thingOf(
    design.reportId,
    design.title,
    designLines(designOfFrozen(design)),
    now && designLines(shownAlone(now)),
  );
};

const filterThen = ({ filter, asked }: FrozenInput, { filters }: WorkspaceState): ConsoleThing | null => {
  if (filter === null) return null;
  const now = filters.find(({ filterId }) => filterId === filter.filterId);
  const title = asked.filterTitle ?? now?.title ?? "";
  return thingOf(filter.filterId, title, filterLines(filterOfFrozen(filter, title)), now && filterLines(now));
};

const preferencesThen = ({ preferences }: FrozenInput, shop: ShopState) =>
  fieldsThen(preferenceLines(preferences), "preferences" in shop ? preferenceLines(shop.preferences) : []);

const nothingKept: ConsoleMadeOf = {
  kept: false,
  versions: null,
  flags: [],
  automation: null,
  design: null,
  filter: null,
  configuration: [],
};

/** What was frozen for an export, for as long as it is kept. */
const exportMadeOf = async ({ runner, state: store }: Deps, id: string): Promise<Made> => {
  const { state } = await runner.load(exportDecider, id);
  if (state.status === "unknown") throw unknown("There is no such export.");
  const { tenant } = state.facts;
  const input = await findFrozenInput(store, state.facts).catch((error: unknown) => {
    if (error instanceof FrozenInputLost) return undefined;
    throw error;
  });
  if (input === undefined) return { tenant, madeOf: nothingKept };
  const [workspace, shop] = await Promise.all([
    runner.load(workspaceDecider, tenant),
    runner.load(shopDecider, tenant),
  ]);
  return {
    tenant,
    madeOf: {
      ...nothingKept,
      kept: true,
      design: designThen(input, workspace.state),
      filter: filterThen(input, workspace.state),
      configuration: preferencesThen(input, shop.state),
    },
  };
};

const madeOfRoute = (
  deps: ConsoleDeps,
  path: string,
  madeOf: (deps: Deps, id: string) => Promise<Made>,
): ConsoleRoute => ({
  method: "GET",
  path: `${path}/:id/made-of`,
  needs: "viewer",
  handle: async ({ session, requestId, params }): Promise<ConsoleMadeOf> => {
    const made = await madeOf(deps, params.id ?? "");
    await deps.acts.looked(session, { tenant: made.tenant, correlation: requestId });
    return made.madeOf;
  },
});

/** The exact design, filter and configuration that made a run or an export, beside what is today. */
export const madeOfRoutes = (deps: ConsoleDeps): ConsoleRoute[] => [
  madeOfRoute(deps, "runs", runMadeOf),
  madeOfRoute(deps, "exports", exportMadeOf),
];
