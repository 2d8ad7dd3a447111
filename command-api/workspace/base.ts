import { ApiError, badRequest } from "#application/http/api-error.ts";
import type { CallOf } from "#application/http/route.ts";
import { workspaceDecider } from "#domain/workspace/decider.ts";
import type { ItemKind } from "#domain/workspace/item-kind.ts";
import { findItem } from "#domain/workspace/items.ts";
import type { WorkspaceState } from "#domain/workspace/state.ts";
import type { CommandApiDeps } from "../deps.ts";

/**
 * Parses the version. Ignores a status (`"12-0"`, `formatAutomationEtag`), and the weak mark of a compressing proxy
 * (`W/"12"`).
 * @throws {ApiError} 400: it is not a version
 */
export const parseIfMatch = (ifMatch: string): number => {
  const version = /^(?:W\/)?"(\d{1,15})(?:-[0-5])?"$/.exec(ifMatch.trim())?.[1];
  if (version === undefined)
    throw badRequest('The header If-Match must be the ETag that came with what you edit, like "12". Load it again.');
  return Number(version);
};

/** @throws {ApiError} 400: there is no such version yet */
export const workspaceAt = async (
  { runner }: Pick<CommandApiDeps, "runner">,
  tenant: string,
  version: number,
): Promise<WorkspaceState> => {
  const loaded = await runner.loadAt(workspaceDecider, tenant, version);
  if (loaded.version !== version)
    throw badRequest(`There is no version ${version} of this workspace. Reload the page and make the change again.`);
  return loaded.state;
};

/**
 * An item as the user saw it (D-4). `thing`: at the version in If-Match, if it existed. `now`: its current state.
 * Undefined without the header: compare with the current state.
 * @throws {ApiError} 400: the header is not a version, or one that does not exist yet
 */
export const loadBaseItem = async <Thing extends { title: string; version: number }>(
  deps: Pick<CommandApiDeps, "runner">,
  call: CallOf<"shop">,
  kind: ItemKind<Thing>,
  id: string,
): Promise<{ thing: Thing | undefined; now: Thing | undefined } | undefined> => {
  if (call.ifMatch === undefined) return undefined;
  const { tenant } = call.caller;
  const baseVersion = parseIfMatch(call.ifMatch);
  const { state, version } = await deps.runner.load(workspaceDecider, tenant);
  const now = findItem(kind, state, id);
  // An item unchanged since that version needs no read of the past.
  if (now && now.version <= baseVersion && baseVersion <= version) return { thing: now, now };
  return { thing: findItem(kind, await workspaceAt(deps, tenant, baseVersion), id), now };
};

/** The item exists now, but did not at the version in If-Match. */
export const createBaseMissingError = <Thing extends { title: string }>({ name }: ItemKind<Thing>): ApiError =>
  new ApiError({
    status: 409,
    code: "conflict",
    message: `The ${name} did not exist yet at the version in If-Match. Load the ${name} again.`,
  });

/**
 * Workspace as the user saw it (D-4): at the version in If-Match. Undefined without one: compare with the current
 * state.
 * @throws {ApiError} 400: the header is not a version, or one that does not exist yet
 */
export const loadBaseWorkspace = async (
  deps: Pick<CommandApiDeps, "runner">,
  call: CallOf<"shop">,
): Promise<WorkspaceState | undefined> =>
  call.ifMatch === undefined ? undefined : workspaceAt(deps, call.caller.tenant, parseIfMatch(call.ifMatch));
