import { workspaceDecider } from "#domain/workspace/decider.ts";
import type { Filter, WorkspaceState } from "#domain/workspace/state.ts";
import { invalid } from "#infra/app/http/api-error.ts";
import type { CallOf } from "#infra/app/http/route.ts";
import type { CommandApiDeps } from "../deps.ts";

/** A proxy that compresses answers makes an ETag weak (`W/"12"`); the version in it is the same. */
const versionIn = (ifMatch: string): number => {
  const version = /^(?:W\/)?"(\d{1,15})"$/.exec(ifMatch.trim())?.[1];
  if (version === undefined)
    throw invalid('The header If-Match must be the ETag that came with what you edit, like "12". Load it again.');
  return Number(version);
};

/**
 * The workspace after the event of a version.
 * @throws {ApiError} 400: there is no such version yet
 */
export const workspaceAt = async (
  { runner }: Pick<CommandApiDeps, "runner">,
  tenant: string,
  version: number,
): Promise<WorkspaceState> => {
  const loaded = await runner.loadAt(workspaceDecider, tenant, version);
  if (loaded.version !== version)
    throw invalid(`There is no version ${version} of this workspace. Load the page again and repeat the change.`);
  return loaded.state;
};

/**
 * A filter as the user saw it (D-4): as it was at the version in If-Match, undefined when it was not there. Without the
 * header the answer is undefined as well, and the comparison is with the current state.
 * @throws {ApiError} 400: the header is not a version, or one that does not exist yet
 */
export const seenFilter = async (
  deps: Pick<CommandApiDeps, "runner">,
  call: CallOf<"shop">,
  filterId: string,
): Promise<{ filter: Filter | undefined } | undefined> => {
  if (call.ifMatch === undefined) return undefined;
  const { tenant } = call.caller;
  const seen = versionIn(call.ifMatch);
  const filterOf = ({ filters }: WorkspaceState) => filters.find((filter) => filter.filterId === filterId);
  const now = await deps.runner.load(workspaceDecider, tenant);
  const filter = filterOf(now.state);
  // The ETag of a filter that nobody has touched for long is long past. What it was then it still is: the past need not be read.
  if (filter && filter.version <= seen && seen <= now.version) return { filter };
  return { filter: filterOf(await workspaceAt(deps, tenant, seen)) };
};

/**
 * The workspace as the user saw it (D-4): that of the version in If-Match; undefined without the header, when the
 * comparison is with the current state.
 * @throws {ApiError} 400: the header is not a version, or one that does not exist yet
 */
export const seenWorkspace = async (
  deps: Pick<CommandApiDeps, "runner">,
  call: CallOf<"shop">,
): Promise<WorkspaceState | undefined> =>
  call.ifMatch === undefined ? undefined : workspaceAt(deps, call.caller.tenant, versionIn(call.ifMatch));
