import { ApiError, invalid } from "#application/http/api-error.ts";
import type { CallOf } from "#application/http/route.ts";
import { workspaceDecider } from "#domain/workspace/decider.ts";
import type { Kind } from "#domain/workspace/kind.ts";
import type { WorkspaceState } from "#domain/workspace/state.ts";
import { find } from "#domain/workspace/things.ts";
import type { CommandApiDeps } from "../deps.ts";

/**
 * The version that an If-Match names; what stands behind it (`"12-0"`, `automationTag`) is for who reads it. A proxy that compresses answers
 * makes an ETag weak (`W/"12"`); the version in it is the same.
 * @throws {ApiError} 400: it is not a version
 */
export const versionIn = (ifMatch: string): number => {
  const version = /^(?:W\/)?"(\d{1,15})(?:-[0-5])?"$/.exec(ifMatch.trim())?.[1];
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
    throw invalid(`There is no version ${version} of this workspace. Reload the page and make the change again.`);
  return loaded.state;
};

/**
 * A thing as the user saw it (D-4): `thing` as it was at the version in If-Match, undefined when it was not there, and `now` as it stands.
 * Without the header the answer is undefined as well, and the comparison is with the current state.
 * @throws {ApiError} 400: the header is not a version, or one that does not exist yet
 */
export const seenThing = async <Thing extends { title: string; version: number }>(
  deps: Pick<CommandApiDeps, "runner">,
  call: CallOf<"shop">,
  kind: Kind<Thing>,
  id: string,
): Promise<{ thing: Thing | undefined; now: Thing | undefined } | undefined> => {
  if (call.ifMatch === undefined) return undefined;
  const { tenant } = call.caller;
  const seen = versionIn(call.ifMatch);
  const { state, version } = await deps.runner.load(workspaceDecider, tenant);
  const now = find(kind, state, id);
  // The ETag of a thing that nobody has touched for long is long past. What it was then it still is: the past need not be read.
  if (now && now.version <= seen && seen <= version) return { thing: now, now };
  return { thing: find(kind, await workspaceAt(deps, tenant, seen), id), now };
};

/** A thing that is there, and was not at the version in If-Match. */
export const notSeen = <Thing extends { title: string }>({ name }: Kind<Thing>): ApiError =>
  new ApiError({
    status: 409,
    code: "conflict",
    message: `The ${name} did not exist yet at the version in If-Match. Load the ${name} again.`,
  });

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
