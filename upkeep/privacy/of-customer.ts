import { removeExpired, removeWithNotes } from "#application/exports/files-beside.ts";
import { forgetPerson } from "#application/people/people-file.ts";
import { createPeopleHash, type PeopleHash, type PersonMark } from "#application/people/people-hash.ts";
import type { PrivacySubject } from "#application/privacy/subject.ts";
import type { PrivacyEnd } from "#domain/privacy/decider.ts";
import { erasedReferencesKept } from "#domain/privacy/events.ts";
import { reportMailPrefix } from "#domain/run/run-ids.ts";
import { messageIdOf, supportMailId } from "#domain/support/message.ts";
import type { UpkeepDeps } from "../deps.ts";
import { eraseFile } from "./erase-file.ts";
import { forgetQuestions } from "./forget-questions.ts";
import { type CustomerWork, findHeld, forgetHeld, noteHeld } from "./held.ts";
import { valuesNaming } from "./values-naming.ts";

const marksOf = ({ customerId, email, orders }: PrivacySubject): PersonMark[] => [
  ...(customerId === null ? [] : [{ kind: "customer" as const, value: customerId }]),
  ...(email === null ? [] : [{ kind: "email" as const, value: email }]),
  ...orders.map((value) => ({ kind: "order" as const, value })),
];

/** Of a customer who is not known any more the request still has the hash of the number; it finds them in none of a guest's orders. */
export const hashesOf = (
  { customer, subject }: { customer: string | null; subject: PrivacySubject | undefined },
  hash: PeopleHash,
): string[] => {
  if (subject) return marksOf(subject).map(hash);
  return customer === null ? [] : [customer];
};

/**
 * Finds where a customer's data is and, for an erasure, removes it: values of the vault by the address, and every stored file that holds
 * the customer or that nobody has noted the people of with the key of today. Undefined while an export is under way that may hold the customer: look again.
 * May be done again at any point; what was erased for this request before counts once.
 *
 * Whoever is not known any more may be in every file: then all that were requested before the request are taken for theirs, since what
 * must be erased and is kept cannot be mended, and a report can be made again.
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
  // Their own question comes first: it is answered by what is about to go.
  if (erasing && subject && (await forgetQuestions(deps, tenant, subject)) === "asked") return undefined;
  const { held, waiting } = await findHeld(deps, work, { hashes, hash }, signal);
  if (erasing) {
    // Before anything goes by which they were found: whoever is killed at it finds them no more.
    await noteHeld(deps, privacyId, held);
    for (const { exportId, fileKey, exists, erasedBefore } of held) {
      signal.throwIfAborted();
      if (exists) await eraseFile(deps, work, { exportId, fileKey, because: "customer" });
      else if (erasedBefore) await removeExpired(deps.fileStore, fileKey);
      if (subject) await forgetPerson(deps.fileStore, fileKey, hashes, hash);
      // Whoever is not known cannot be taken out of what was noted.
      else await removeWithNotes(deps.fileStore, fileKey);
    }
  }
  if (waiting) return undefined;
  const found = subject ? await valuesNaming(deps, tenant, subject) : [];
  const values = erasing ? await noteErased(deps, privacyId, found) : found;
  if (erasing) await eraseValues(deps, found);
  // Nobody has noted who is in a mail: all reports that lie there are taken for theirs.
  if (erasing) await deps.outbox.removeOf(tenant, reportMailPrefix);
  // All are erased; but what the end does not name, a backup that does not know the customer brings back for good.
  if (erasing && values.length > erasedReferencesKept)
    deps.log.warn(
      { privacyId, erased: values.length, named: erasedReferencesKept },
      "More values were erased for a customer than the end of the request can name. All are erased. Should you put back a state.db from before the request, ask the shop to ask for the erasure again.",
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
    ...(erasing && values.length > 0 && { erased: values.slice(0, erasedReferencesKept) }),
  };
};

const erasedKey = (privacyId: string): string => `privacy-erased:${privacyId}`;

/** Notes what is about to be erased, and answers it with what was noted before: who is killed after it finds nothing of it in the vault. */
const noteErased = async (
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

/** What was noted on the way, when the end of the request has it. */
export const forgetErased = async (
  { stateStore }: Pick<UpkeepDeps, "stateStore">,
  privacyId: string,
): Promise<void> => {
  await stateStore.delete(erasedKey(privacyId));
  await forgetHeld(stateStore, privacyId);
};

/** Erases values of the vault. A message to support goes whole, and its mail with it as long as nobody has taken it from the outbox. */
export const eraseValues = async (
  { vault, outbox }: Pick<UpkeepDeps, "vault" | "outbox">,
  references: readonly string[],
): Promise<void> => {
  for (const reference of references) {
    // Words first: a mail that is being put together finds none.
    await vault.erase(reference);
    const messageId = messageIdOf(reference);
    if (messageId !== undefined) await outbox.remove(supportMailId(messageId));
  }
};
