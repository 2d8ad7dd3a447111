import { shopDecider } from "#domain/shop/decider.ts";
import type { AuthorizedShop } from "#domain/shop/state.ts";
import { ApiError } from "#infra/app/http/api-error.ts";
import type { QueryApiDeps } from "./deps.ts";

/** The caller's shop. @throws {ApiError} 401 when it was uninstalled while the call was on its way */
export const shopOf = async ({ runner }: Pick<QueryApiDeps, "runner">, tenant: string): Promise<AuthorizedShop> => {
  const { state } = await runner.load(shopDecider, tenant);
  if (state.status === "authorized") return state;
  throw new ApiError({ status: 401, code: "unauthorized", message: "User is not authorized. Please login again." });
};
