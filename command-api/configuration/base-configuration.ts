import { badRequest } from "#application/http/api-error.ts";
import type { CallOf } from "#application/http/route.ts";
import { shopDecider } from "#domain/shop/decider.ts";
import type { Preferences } from "#domain/shop/preferences.ts";
import type { CommandApiDeps } from "../deps.ts";
import { parseIfMatch } from "../workspace/base.ts";

/**
 * Configuration as the user saw it (D-4): at the version in If-Match. Undefined without one: compare with the current
 * configuration.
 * @throws {ApiError} 400: the header is not a version, or not one at which the shop had preferences
 */
export const loadBaseConfiguration = async (
  { runner }: Pick<CommandApiDeps, "runner">,
  call: CallOf<"shop">,
): Promise<{ preferences: Preferences; alertAddress: string } | undefined> => {
  if (call.ifMatch === undefined) return undefined;
  const version = parseIfMatch(call.ifMatch);
  const base = await runner.loadAt(shopDecider, call.caller.tenant, version);
  if (base.version !== version || !("preferences" in base.state))
    throw badRequest(
      `There is no version ${version} of this configuration. Reload the page and make the change again.`,
    );
  return base.state;
};
