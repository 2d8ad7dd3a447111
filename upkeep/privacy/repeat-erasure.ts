import { forgetFrozenInput } from "#application/exports/freeze-input.ts";
import { removeWithSidecars } from "#application/exports/sidecar-files.ts";
import { forgetPerson } from "#application/people/people-file.ts";
import { createPeopleHash } from "#application/people/people-hash.ts";
import { loadShopExports } from "#application/privacy/shop-exports.ts";
import { readSubject } from "#application/privacy/subject.ts";
import { hasConsentedSince } from "#application/session/authorized-at.ts";
import { exportDecider } from "#domain/export/decider.ts";
import { type PrivacyEnd, type PrivacyRequest, privacyDecider } from "#domain/privacy/decider.ts";
import type { UpkeepDeps } from "../deps.ts";
import { eraseValues, hashesOf } from "./carry-out-for-customer.ts";
import { isErased } from "./carry-out-for-shop.ts";
import { endAccess, eraseStoredData } from "./erase-shop.ts";
import { findValuesNaming } from "./find-values-naming.ts";
import { forgetQuestions } from "./forget-questions.ts";
import { removeWorkingData } from "./remove-working-data.ts";

/**
 * Repeats an erasure after `state.db` was restored from a backup. The checkpoint in it is as old, so upkeep receives
 * every later PrivacyRequestCarriedOut again.
 */
export const repeatErasure = async (deps: UpkeepDeps, privacyId: string): Promise<void> => {
  const { state } = await deps.runner.load(privacyDecider, privacyId);
  if (state.status !== "carried-out") return;
  const { request, end } = state;
  if (request.kind === "customer-erasure") await eraseCustomer(deps, request, end);
  if (request.kind === "shop-erasure") await eraseShop(deps, request);
  await removeWorkingData(deps, privacyId, request);
};

/**
 * Erases the values whose references `end` lists. Also erases those that name the subject, unless the restored vault is
 * too old to hold the subject. Removes notes about people at least by the hash of the customer's id. The janitor
 * removes restored files, as their streams record the erasure.
 */
const eraseCustomer = async (deps: UpkeepDeps, request: PrivacyRequest, end: PrivacyEnd): Promise<void> => {
  const { vault, outbox, runner, fileStore } = deps;
  const { tenant, subjectRef, customer } = request;
  await eraseValues({ vault, outbox }, end.erased ?? []);
  if (tenant === null) return;
  const subject = subjectRef === null ? undefined : await readSubject(vault, subjectRef);
  const hash = createPeopleHash(vault, tenant);
  const hashes = hashesOf({ customer, subject }, hash);
  for (const { exportId } of hashes.length === 0 ? [] : end.exports) {
    const { state } = await runner.load(exportDecider, exportId);
    if ("file" in state) await forgetPerson(fileStore, state.file.fileKey, hashes, hash);
  }
  if (!subject) return;
  await eraseValues({ vault, outbox }, await findValuesNaming(deps, tenant, subject));
  await forgetQuestions(deps, tenant, subject);
};

const eraseShop = async (deps: UpkeepDeps, { tenant }: PrivacyRequest): Promise<void> => {
  if (tenant === null || !(await isErased(deps, tenant))) return;
  await endAccess(deps, tenant);
  for (const { state } of await loadShopExports(deps, tenant)) {
    await forgetFrozenInput(deps.stateStore, state.facts);
    if (state.status === "expired") await removeWithSidecars(deps.fileStore, state.file.fileKey);
  }
  await eraseStoredData(deps, tenant);
};

/** Ends all access again, unless the shop has consented since it left. `leftAt`: ISO. */
export const repeatEndAccess = async (deps: UpkeepDeps, tenant: string, leftAt: string): Promise<void> => {
  if (await hasConsentedSince({ state: deps.stateStore }, tenant, leftAt)) return;
  await endAccess(deps, tenant);
};
