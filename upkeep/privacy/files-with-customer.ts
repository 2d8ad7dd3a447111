import { containsAny } from "#application/people/people-file.ts";
import type { PeopleHash } from "#application/people/people-hash.ts";
import { loadShopExports, type ShopExport } from "#application/privacy/shop-exports.ts";
import type { PrivacySubject } from "#application/privacy/subject.ts";
import { hasEnded } from "#domain/export/state.ts";
import type { PrivacyRequest } from "#domain/privacy/decider.ts";
import type { HeldExport } from "#domain/privacy/events.ts";
import type { StateStore } from "#infra/ports/stores/state-store.ts";
import type { UpkeepDeps } from "../deps.ts";
import type { PrivacyJob } from "./privacy-job.ts";

/** A request about one customer. `subject`: undefined if lost with the vault, or partly unreadable. */
export type CustomerWork = PrivacyJob & {
  tenant: string;
  request: PrivacyRequest;
  subject: PrivacySubject | undefined;
};

/** A file with the customer. `erasedBefore`: for this same request. */
export type FileWithCustomer = Omit<HeldExport, "fileExists"> & {
  fileKey: string;
  exists: boolean;
  erasedBefore: boolean;
};

const heldKey = (privacyId: string): string => `privacy-held:${privacyId}`;

/** Files that earlier attempts found, and if each was certain. */
const readRecordedFiles = async (stateStore: StateStore, privacyId: string): Promise<Map<string, boolean>> =>
  new Map((await stateStore.get<[string, boolean][]>(heldKey(privacyId)))?.value ?? []);

/** Records files before the customer's identity is erased. */
export const recordFiles = async (
  { stateStore }: Pick<UpkeepDeps, "stateStore">,
  privacyId: string,
  held: readonly FileWithCustomer[],
): Promise<void> => {
  const all = await readRecordedFiles(stateStore, privacyId);
  const { size } = all;
  for (const { exportId, certain } of held) if (!all.has(exportId)) all.set(exportId, certain);
  if (all.size > size) await stateStore.put(heldKey(privacyId), [...all]);
};

export const forgetRecordedFiles = (stateStore: StateStore, privacyId: string): Promise<boolean> =>
  stateStore.delete(heldKey(privacyId));

/** True for an export to wait for: later ones read only what the platform still gives out. */
const mustAwait = (one: ShopExport, request: PrivacyJob): boolean =>
  !hasEnded(one.state) && one.position < request.position;

/**
 * Finds files that contain, or may contain, a customer, as their people weren't recorded with today's key; newest
 * first. `waiting`: a running export may contain the customer.
 */
export const findFilesWithCustomer = async (
  deps: Pick<UpkeepDeps, "stateStore" | "runner" | "fileStore">,
  work: CustomerWork,
  { hashes, hash }: { hashes: readonly string[]; hash: PeopleHash },
  signal: AbortSignal,
): Promise<{ held: FileWithCustomer[]; waiting: boolean }> => {
  const { tenant, privacyId, subject } = work;
  const recorded = await readRecordedFiles(deps.stateStore, privacyId);
  const held: FileWithCustomer[] = [];
  let mustWait = false;
  for (const one of await loadShopExports(deps, tenant, signal)) {
    signal.throwIfAborted();
    if (mustAwait(one, work)) mustWait = true;
    const { exportId, requestedAt, state, position } = one;
    if (state.status !== "finished" && state.status !== "expired") continue;
    const { fileKey } = state.file;
    const exists = state.status === "finished";
    const erasedBefore = state.status === "expired" && state.erased?.request === privacyId;
    const before = recorded.get(exportId);
    const found = before ?? (erasedBefore ? undefined : await containsAny(deps.fileStore, fileKey, hashes, hash));
    const known = found === false && !subject && position < work.position ? undefined : found;
    // An expired file of unknown people can be neither searched nor removed.
    if (before === undefined && !erasedBefore && !(known ?? exists)) continue;
    const { fileName } = state.facts;
    held.push({ exportId, fileName, requestedAt, fileKey, exists, erasedBefore, certain: known === true });
  }
  return { held, waiting: mustWait };
};
