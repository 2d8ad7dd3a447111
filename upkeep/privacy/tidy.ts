import { customerRequestsOf, forgetCustomerRequest } from "#application/privacy/customer-requests.ts";
import { exportsOf, forgetExport } from "#application/privacy/exports-of.ts";
import { closeRequest } from "#application/privacy/open-requests.ts";
import type { PrivacyRequest } from "#domain/privacy/decider.ts";
import type { UpkeepDeps } from "../deps.ts";
import { forgetErased } from "./of-customer.ts";
import { isErased } from "./of-shop.ts";

/** What was needed to carry a request out goes, when its end is recorded. May be done again. */
export const tidy = async (
  deps: UpkeepDeps,
  privacyId: string,
  { tenant, kind, subjectRef }: PrivacyRequest,
  signal?: AbortSignal,
): Promise<void> => {
  const { vault, stateStore } = deps;
  // Who asks what is kept is named to the merchant who has to answer, until that time is over.
  if (subjectRef !== null && kind !== "customer-data") await vault.erase(subjectRef);
  if (kind === "shop-erasure" && tenant !== null && (await isErased(deps, tenant))) {
    for (const { exportId } of await exportsOf(deps, tenant, signal)) await forgetExport(stateStore, exportId);
    for (const id of await customerRequestsOf(stateStore, tenant))
      await forgetCustomerRequest(deps, id, { subjectRef: null });
  }
  await forgetErased(deps, privacyId);
  await closeRequest(stateStore, privacyId);
};
