import { removeExpiredFile, removeWithSidecars } from "#application/exports/sidecar-files.ts";
import { forgetPerson } from "#application/people/people-file.ts";
import { createPeopleHash, type PeopleHash, type PersonMark } from "#application/people/people-hash.ts";
import type { PrivacySubject } from "#application/privacy/subject.ts";
import type { PrivacyEnd } from "#domain/privacy/decider.ts";
import { maxErasedReferences } from "#domain/privacy/events.ts";
import { reportMailPrefix } from "#domain/run/run-ids.ts";
import { parseMessageId, toSupportMailId } from "#domain/support/message.ts";
import type { UpkeepDeps } from "../deps.ts";
import { eraseFile } from "./erase-file.ts";
import { type CustomerWork, findFilesWithCustomer, forgetRecordedFiles, recordFiles } from "./files-with-customer.ts";
import { findValuesNaming } from "./find-values-naming.ts";
import { forgetQuestions } from "./forget-questions.ts";

const marksOf = ({ customerId, email, orders }: PrivacySubject): PersonMark[] => [
  ...(customerId === null ? [] : [{ kind: "customer" as const, value: customerId }]),
  ...(email === null ? [] : [{ kind: "email" as const, value: email }]),
  ...orders.map((value) => ({ kind: "order" as const, value })),
];

/** Hashes of a customer. Without a subject, only the hash of the customer's id is known. It matches no guest orders. */
export const hashesOf = (
  { customer, subject }: { customer: string | null; subject: PrivacySubject | undefined },
  hash: PeopleHash,
): string[] => {
  if (subject) return marksOf(subject).map(hash);
  return customer === null ? [] : [customer];
};

/**
 * Finds a customer's data and, for an erasure, removes it: vault values with the address, and files that contain the
 * customer or whose people weren't recorded with today's key. Undefined while a running export may contain the
 * customer: check again. Can be repeated; earlier erasures for this request count once. An unknown subject may be in
 * any earlier file, so all count: a missed erasure can't be repaired, but a report can.
 */
export const carryOutForCustomer = async (
  deps: UpkeepDeps,
  work: CustomerWork,
  signal: AbortSignal,
): Promise<PrivacyEnd | undefined> => {
  const { request, tenant, subject, privacyId } = work;
  const erasing = request.kind === "customer-erasure";
  const hash = createPeopleHash(deps.vault, tenant);
  const hashes = hashesOf({ customer: request.customer, subject }, hash);
  // The customer's own request needs the data that is about to go.
  if (erasing && subject && (await forgetQuestions(deps, tenant, subject)) === "asked") return undefined;
  const { held, waiting } = await findFilesWithCustomer(deps, work, { hashes, hash }, signal);
  if (erasing) {
    // After a crash they couldn't be found without the identity.
    await recordFiles(deps, privacyId, held);
    for (const { exportId, fileKey, exists, erasedBefore } of held) {
      signal.throwIfAborted();
      if (exists) await eraseFile(deps, work, { exportId, fileKey, because: "customer" });
      else if (erasedBefore) await removeExpiredFile(deps.fileStore, fileKey);
      if (subject) await forgetPerson(deps.fileStore, fileKey, hashes, hash);
      // An unknown subject can't be removed from the people file, so the whole file is removed.
      else await removeWithSidecars(deps.fileStore, fileKey);
    }
  }
  if (waiting) return undefined;
  const found = subject ? await findValuesNaming(deps, tenant, subject) : [];
  const values = erasing ? await recordErased(deps, privacyId, found) : found;
  if (erasing) await eraseValues(deps, found);
  // People in e-mails aren't recorded, so all stored report e-mails go.
  if (erasing) await deps.outbox.removeOfTenant(tenant, reportMailPrefix);
  // A backup that doesn't know the customer brings back values that the end doesn't name.
  if (erasing && values.length > maxErasedReferences)
    deps.log.warn(
      { privacyId, erased: values.length, named: maxErasedReferences },
      "More values were erased for a customer than the end of the request can name. All are erased. If you restore a state.db from before the request, ask the shop to request the erasure again.",
    );
  return {
    outcome: subject ? "carried-out" : "subject-lost",
    counts: {
      exports: held.length,
      files: erasing ? held.filter(({ exists, erasedBefore }) => exists || erasedBefore).length : 0,
      values: values.length,
    },
    exports: held.map(({ fileKey: _, exists, erasedBefore: __, ...one }) => ({
      ...one,
      fileExists: exists && !erasing,
    })),
    ...(erasing && values.length > 0 && { erased: values.slice(0, maxErasedReferences) }),
  };
};

const erasedKey = (privacyId: string): string => `privacy-erased:${privacyId}`;

/** Records what will be erased, with earlier records: after a crash the vault no longer has it. */
const recordErased = async (
  { stateStore }: Pick<UpkeepDeps, "stateStore">,
  privacyId: string,
  found: readonly string[],
): Promise<string[]> => {
  const key = erasedKey(privacyId);
  const noted = (await stateStore.get<string[]>(key))?.value ?? [];
  const all = [...new Set([...noted, ...found])];
  if (all.length > noted.length) await stateStore.put(key, all);
  return all;
};

/** Removes interim records once the request's end holds them. */
export const forgetErased = async (
  { stateStore }: Pick<UpkeepDeps, "stateStore">,
  privacyId: string,
): Promise<void> => {
  await stateStore.delete(erasedKey(privacyId));
  await forgetRecordedFiles(stateStore, privacyId);
};

/** Erases vault values. Messages to support go with their e-mails in the outbox. */
export const eraseValues = async (
  { vault, outbox }: Pick<UpkeepDeps, "vault" | "outbox">,
  references: readonly string[],
): Promise<void> => {
  for (const reference of references) {
    // Vault first, so that a mail being composed finds none.
    await vault.erase(reference);
    const messageId = parseMessageId(reference);
    if (messageId !== undefined) await outbox.remove(toSupportMailId(messageId));
  }
};
