import { shopDecider } from "#domain/shop/decider.ts";
import type { AuthorizedShop, ShopState } from "#domain/shop/state.ts";
import type { CommandRunner } from "../commands/command-runner-types.ts";
import { ApiError } from "../http/api-error.ts";

/** @throws {ApiError} 401 when the shop was uninstalled while the call was on its way */
export const authorizedShop = (state: ShopState): AuthorizedShop => {
  if (state.status === "authorized") return state;
  throw new ApiError({ status: 401, code: "unauthorized", message: "User is not authorized. Please login again." });
};

/** The caller's shop, as its stream says. @throws {ApiError} as {@link authorizedShop} */
export const loadAuthorizedShop = async ({ runner }: { runner: Pick<CommandRunner, "load"> }, tenant: string) =>
  authorizedShop((await runner.load(shopDecider, tenant)).state);
