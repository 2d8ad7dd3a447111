import { removeWithNotes } from "#application/exports/files-beside.ts";
import { forgetFrozenInput } from "#application/exports/freeze-input.ts";
import { forgetPerson } from "#application/people/people-file.ts";
import { createPeopleHash } from "#application/people/people-hash.ts";
import { exportsOf } from "#application/privacy/exports-of.ts";
import { readSubject } from "#application/privacy/subject.ts";
import { consentedSince } from "#application/session/authorized-at.ts";
import { exportDecider } from "#domain/export/decider.ts";
import { type PrivacyEnd, type PrivacyRequest, privacyDecider } from "#domain/privacy/decider.ts";
import type { UpkeepDeps } from "../deps.ts";
import { endAccess, eraseKept } from "./erase-shop.ts";
import { forgetQuestions } from "./forget-questions.ts";
import { eraseValues, hashesOf } from "./of-customer.ts";
import { isErased } from "./of-shop.ts";
import { tidy } from "./tidy.ts";
import { valuesNaming } from "./values-naming.ts";

/**
 * A `state.db` from a backup has again what was erased since, and its checkpoint is as old: upkeep hears of every end since then once
 * more, and erases once more. Otherwise there is nothing left to do then.
 */
export const eraseAgain = async (deps: UpkeepDeps, privacyId: string): Promise<void> => {
  const { state } = await deps.runner.load(privacyDecider, privacyId);
  if (state.status !== "carried-out") return;
  const { request, end } = state;
  if (request.kind === "customer-erasure") await eraseCustomer(deps, request, end);
  if (request.kind === "shop-erasure") await eraseShop(deps, request);
  await tidy(deps, privacyId, request);
};

/**
 * Their files are erased in the streams, and so none of Sheaf's: the janitor removes what came back of them. A backup of before the request
 * does not know whom it was about, so that values are erased by what its end says, and by who is still known; of what was noted of the people
 * in files, by the hash of their number at least.
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
  await eraseValues({ vault, outbox }, await valuesNaming(deps, tenant, subject));
  await forgetQuestions(deps, tenant, subject);
};

const eraseShop = async (deps: UpkeepDeps, { tenant }: PrivacyRequest): Promise<void> => {
  if (tenant === null || !(await isErased(deps, tenant))) return;
  await endAccess(deps, tenant);
  for (const { state } of await exportsOf(deps, tenant)) {
    await forgetFrozenInput(deps.stateStore, state.facts);
    if (state.status === "expired") await removeWithNotes(deps.fileStore, state.file.fileKey);
  }
  await eraseKept(deps, tenant);
};

/** The same for a shop that left, at an ISO instant: whoever had consented before it is let in no more. */
export const endAccessAgain = async (deps: UpkeepDeps, tenant: string, leftAt: string): Promise<void> => {
  if (await consentedSince({ state: deps.stateStore }, tenant, leftAt)) return;
  await endAccess(deps, tenant);
};
