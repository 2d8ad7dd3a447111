import { forgetCustomerRequest, listCustomerRequests } from "#application/privacy/customer-requests.ts";
import { closeRequest } from "#application/privacy/open-requests.ts";
import { forgetExport, loadShopExports } from "#application/privacy/shop-exports.ts";
import type { PrivacyRequest } from "#domain/privacy/decider.ts";
import type { UpkeepDeps } from "../deps.ts";
import { forgetErased } from "./carry-out-for-customer.ts";
import { isErased } from "./carry-out-for-shop.ts";

/** Removes a request's working data once its end is recorded. Can be repeated. */
export const removeWorkingData = async (
  deps: UpkeepDeps,
  privacyId: string,
  { tenant, kind, subjectRef }: PrivacyRequest,
  signal?: AbortSignal,
): Promise<void> => {
  const { vault, stateStore } = deps;
  // A data request keeps its subject for a while: the merchant must know whom to answer.
  if (subjectRef !== null && kind !== "customer-data") await vault.erase(subjectRef);
  if (kind === "shop-erasure" && tenant !== null && (await isErased(deps, tenant))) {
    for (const { exportId } of await loadShopExports(deps, tenant, signal)) await forgetExport(stateStore, exportId);
    for (const id of await listCustomerRequests(stateStore, tenant))
      await forgetCustomerRequest(deps, id, { subjectRef: null });
  }
  await forgetErased(deps, privacyId);
  await closeRequest(stateStore, privacyId);
};
