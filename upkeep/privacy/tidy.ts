import type { PrivacyRequest } from "#domain/privacy/decider.ts";
import { closeRequest } from "#infra/app/privacy/open-requests.ts";
import type { UpkeepDeps } from "../deps.ts";
import { exportsOf, forgetExport } from "./exports-of.ts";
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
  if (subjectRef !== null) await vault.erase(subjectRef);
  if (kind === "shop-erasure" && tenant !== null && (await isErased(deps, tenant)))
    for (const { exportId } of await exportsOf(deps, tenant, signal)) await forgetExport(stateStore, exportId);
  await forgetErased(deps, privacyId);
  await closeRequest(stateStore, privacyId);
};
