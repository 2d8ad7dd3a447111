import { customerRequestsOf, forgetCustomerRequest } from "#application/privacy/customer-requests.ts";
import { exportsOf, forgetExport } from "#application/privacy/exports-of.ts";
import { closeRequest } from "#application/privacy/open-requests.ts";
import type { PrivacyRequest } from "#domain/privacy/decider.ts";
import type { UpkeepDeps } from "../deps.ts";
import { forgetErased } from "./of-customer.ts";
import { isErased } from "./of-shop.ts";

/** Removes a request's working data once its end is recorded. Can be repeated. */
export const tidy = async (
  deps: UpkeepDeps,
  privacyId: string,
  { tenant, kind, subjectRef }: PrivacyRequest,
  signal?: AbortSignal,
): Promise<void> => {
  const { vault, stateStore } = deps;
  // A customer's data request keeps its subject for a while: the merchant has to know whom to answer.
  if (subjectRef !== null && kind !== "customer-data") await vault.erase(subjectRef);
  if (kind === "shop-erasure" && tenant !== null && (await isErased(deps, tenant))) {
    for (const { exportId } of await exportsOf(deps, tenant, signal)) await forgetExport(stateStore, exportId);
    for (const id of await customerRequestsOf(stateStore, tenant))
      await forgetCustomerRequest(deps, id, { subjectRef: null });
  }
  await forgetErased(deps, privacyId);
  await closeRequest(stateStore, privacyId);
};
