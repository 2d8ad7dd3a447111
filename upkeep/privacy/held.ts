import { holdsAnyOf } from "#application/people/people-file.ts";
import type { PeopleHash } from "#application/people/people-hash.ts";
import { type ExportOfShop, exportsOf } from "#application/privacy/exports-of.ts";
import type { PrivacySubject } from "#application/privacy/subject.ts";
import { hasEnded } from "#domain/export/state.ts";
import type { PrivacyRequest } from "#domain/privacy/decider.ts";
import type { HeldExport } from "#domain/privacy/events.ts";
import type { StateStore } from "#infra/ports/stores/state-store.ts";
import type { UpkeepDeps } from "../deps.ts";
import type { PrivacyJob } from "./privacy-job.ts";

/** A request about one customer whose shop is known. `subject`: undefined when the vault that had it was lost, or it could not be read. */
export type CustomerWork = PrivacyJob & {
  tenant: string;
  request: PrivacyRequest;
  subject: PrivacySubject | undefined;
};

/** A file that held the customer, while a request is carried out. `erasedBefore`: for this very request. */
export type Held = Omit<HeldExport, "fileExists"> & { fileKey: string; exists: boolean; erasedBefore: boolean };

const heldKey = (privacyId: string): string => `privacy-held:${privacyId}`;

/** Files that an attempt before this one found the customer in, and whether that was certain. */
const notedHeld = async (stateStore: StateStore, privacyId: string): Promise<Map<string, boolean>> =>
  new Map((await stateStore.get<[string, boolean][]>(heldKey(privacyId)))?.value ?? []);

/** Notes where the customer was found, beside what was noted before: what they are found by is about to go. */
export const noteHeld = async (
  { stateStore }: Pick<UpkeepDeps, "stateStore">,
  privacyId: string,
  held: readonly Held[],
): Promise<void> => {
  const all = await notedHeld(stateStore, privacyId);
  const { size } = all;
  for (const { exportId, certain } of held) if (!all.has(exportId)) all.set(exportId, certain);
  if (all.size > size) await stateStore.put(heldKey(privacyId), [...all]);
};

export const forgetHeld = (stateStore: StateStore, privacyId: string): Promise<boolean> =>
  stateStore.delete(heldKey(privacyId));

/** One that was requested later reads what the platform gives out after it had asked; it is not waited for. */
const mustBeWaitedFor = (one: ExportOfShop, request: PrivacyJob): boolean =>
  !hasEnded(one.state) && one.position < request.position;

/**
 * The files that held a customer or, as nobody has noted with the key of today who is in them, may have; the newest first. `waiting`: an export is under
 * way that may hold the customer.
 */
export const findHeld = async (
  deps: Pick<UpkeepDeps, "stateStore" | "runner" | "fileStore">,
  work: CustomerWork,
  { hashes, hash }: { hashes: readonly string[]; hash: PeopleHash },
  signal: AbortSignal,
): Promise<{ held: Held[]; waiting: boolean }> => {
  const { tenant, privacyId, subject } = work;
  const noted = await notedHeld(deps.stateStore, privacyId);
  const held: Held[] = [];
  let waiting = false;
  for (const one of await exportsOf(deps, tenant, signal)) {
    signal.throwIfAborted();
    if (mustBeWaitedFor(one, work)) waiting = true;
    const { exportId, requestedAt, state, position } = one;
    if (state.status !== "finished" && state.status !== "expired") continue;
    const { fileKey } = state.file;
    const exists = state.status === "finished";
    const erasedBefore = state.status === "expired" && state.erased?.request === privacyId;
    const before = noted.get(exportId);
    const found = before ?? (erasedBefore ? undefined : await holdsAnyOf(deps.fileStore, fileKey, hashes, hash));
    const known = found === false && !subject && position < work.position ? undefined : found;
    // What expired, and who was in it is not known any more, is no file that could be found or removed.
    if (before === undefined && !erasedBefore && !(known ?? exists)) continue;
    const { fileName } = state.facts;
    held.push({ exportId, fileName, requestedAt, fileKey, exists, erasedBefore, certain: known === true });
  }
  return { held, waiting };
};
