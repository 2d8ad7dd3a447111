import { hasEnded } from "#domain/export/state.ts";
import { personalPrefix } from "#domain/filters/personal.ts";
import { holdsAddress } from "#domain/privacy/addresses.ts";
import type { PrivacyEnd, PrivacyRequest } from "#domain/privacy/decider.ts";
import { erasedReferencesKept, type HeldExport, heldExportsKept } from "#domain/privacy/events.ts";
import { reportMailPrefix } from "#domain/run/run-ids.ts";
import { messageIdOf, supportMailId, supportMessagePrefix } from "#domain/support/message.ts";
import { removeWithNotes } from "#infra/app/files-beside.ts";
import { holdsAnyOf } from "#infra/app/people/people-file.ts";
import { createPeopleHash, type PeopleHash, type PersonMark } from "#infra/app/people/people-hash.ts";
import type { PrivacySubject } from "#infra/app/privacy/subject.ts";
import type { Vault } from "#infra/ports/vault.ts";
import type { UpkeepDeps } from "../deps.ts";
import { eraseFile } from "./erase-file.ts";
import { type ExportOfShop, exportsOf } from "./exports-of.ts";
import type { PrivacyJob } from "./privacy-job.ts";

/** A request about one customer whose shop is known. `subject`: undefined when the vault that had it was lost, or it could not be read. */
export type CustomerWork = PrivacyJob & {
  tenant: string;
  request: PrivacyRequest;
  subject: PrivacySubject | undefined;
};

const marksOf = ({ customerId, email, orders }: PrivacySubject): PersonMark[] => [
  ...(customerId === null ? [] : [{ kind: "customer" as const, value: customerId }]),
  ...(email === null ? [] : [{ kind: "email" as const, value: email }]),
  ...orders.map((value) => ({ kind: "order" as const, value })),
];

/** One that was requested later reads what the platform gives out after it had asked; it is not waited for. */
const mustBeWaitedFor = (one: ExportOfShop, request: PrivacyJob): boolean =>
  !hasEnded(one.state) && one.position < request.position;

/** Of a customer who is not known any more the request still has the hash of the number; it finds them in none of a guest's orders. */
const hashesOf = ({ request, subject }: CustomerWork, hash: PeopleHash): string[] => {
  if (subject) return marksOf(subject).map(hash);
  return request.customer === null ? [] : [request.customer];
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
  const hashes = hashesOf(work, hash);
  const held: HeldExport[] = [];
  let files = 0;
  let waiting = false;
  for (const one of await exportsOf(deps, tenant, signal)) {
    signal.throwIfAborted();
    const { exportId, requestedAt, state } = one;
    if (mustBeWaitedFor(one, work)) waiting = true;
    if (state.status !== "finished" && state.status !== "expired") continue;
    const { fileKey } = state.file;
    const exists = state.status === "finished";
    const erasedBefore = state.status === "expired" && state.erased?.request === privacyId;
    const found = erasedBefore ? undefined : await holdsAnyOf(deps.fileStore, fileKey, hashes, hash);
    const known = found === false && !subject && one.position < work.position ? undefined : found;
    // What expired, and who was in it is not known any more, is no file that could be found or removed.
    const concerned = erasedBefore || (known ?? exists);
    if (!concerned) continue;
    if (erasing && exists) await eraseFile(deps, work, { exportId, fileKey, because: "customer" });
    else if (erasedBefore) await removeWithNotes(deps.fileStore, fileKey);
    if (erasing && (exists || erasedBefore)) files += 1;
    const fileExists = exists && !erasing;
    held.push({ exportId, fileName: state.facts.fileName, requestedAt, fileExists, certain: known === true });
  }
  if (waiting) return undefined;
  const found = subject ? await valuesNaming(deps.vault, tenant, subject) : [];
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
    counts: { exports: held.length, files, values: values.length },
    exports: held.slice(0, heldExportsKept),
    ...(erasing && values.length > 0 && { erased: values.slice(0, erasedReferencesKept) }),
  };
};

/** What merchants typed, in filters and to support: where a customer's address may stand. */
const typedPrefixes = [personalPrefix, supportMessagePrefix];

/** References of what a merchant typed that names the customer's address, among other words too. */
export const valuesNaming = async (vault: Vault, tenant: string, { email }: PrivacySubject): Promise<string[]> => {
  if (email === null) return [];
  const found = typedPrefixes.map((prefix) => vault.find(tenant, prefix, (value) => holdsAddress(value, email)));
  return (await Promise.all(found)).flat();
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

/** When the end of the request has it. */
export const forgetErased = async (
  { stateStore }: Pick<UpkeepDeps, "stateStore">,
  privacyId: string,
): Promise<void> => {
  await stateStore.delete(erasedKey(privacyId));
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
