import { shopDecider } from "#domain/shop/decider.ts";
import type { AuthorizedShop, ShopState } from "#domain/shop/state.ts";
import type { CommandRunner } from "../commands/command-runner-types.ts";
import { ApiError } from "../http/api-error.ts";

/** @throws {ApiError} 401: the shop was uninstalled during the call */
export const assertAuthorizedShop = (state: ShopState): AuthorizedShop => {
  if (state.status === "authorized") return state;
  throw new ApiError({ status: 401, code: "unauthorized", message: "User is not authorized. Please login again." });
};

/**
 * Reads the shop's stream.
 * @throws {ApiError} as {@link assertAuthorizedShop}
 */
export const loadAuthorizedShop = async ({ runner }: { runner: Pick<CommandRunner, "load"> }, tenant: string) =>
  assertAuthorizedShop((await runner.load(shopDecider, tenant)).state);
