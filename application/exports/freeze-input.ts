import { canonicalJson } from "#domain/core/canonical-json.ts";
import type { Upcasters } from "#domain/core/upcasters.ts";
import { type FrozenInput, frozenInputType, frozenInputUpcasters } from "#domain/export/frozen-input.ts";
import type { JsonObject } from "#infra/ports/json.ts";
import { StateConflict, type StateStore } from "#infra/ports/stores/state-store.ts";
import { sha256 } from "../text/derive-id.ts";

/** Where a frozen input is: the shop that it is of, and its hash. */
export type InputPlace = { tenant: string; inputHash: string };

/** How the keys of frozen inputs begin. */
export const inputPrefix = "input:";
/** What is frozen for a shop lies together, so that what is frozen for it at one moment is written to few pages (ADR 81). */
const keyOf = ({ tenant, inputHash }: InputPlace) => `${inputPrefix}${tenant}:${inputHash}`;
/** The hash of the input that is kept under a key. */
export const hashOfKey = (key: string): string => key.slice(key.lastIndexOf(":") + 1);
/** Where older versions put it. */
const olderKeyOf = ({ inputHash }: InputPlace) => `${inputPrefix}${inputHash}`;

/** By tenant: whatever is frozen for a shop. */
const ofShop = "input-of";
/** Those of which nobody has seen yet that an export came of them. */
const unproved = "input-unproved";
const yes = "yes";

/** Thrown when a frozen input is gone or is not what its hash says: the export cannot be made any more. */
export class FrozenInputLost extends Error {
  override name = "FrozenInputLost";
}

/** Keeps everything an export depends on under the SHA-256 (hex) of its canonical JSON, and answers that hash. Repeating changes nothing. */
export const freezeInput = async (stateStore: StateStore, input: FrozenInput): Promise<string> => {
  const inputHash = sha256(canonicalJson(input));
  const { tenant } = input;
  try {
    await stateStore.put(keyOf({ tenant, inputHash }), input as unknown as JsonObject, {
      ifVersion: 0,
      index: { [ofShop]: tenant, [unproved]: yes },
    });
  } catch (error) {
    // The same hash is the same content: it is there already.
    if (!(error instanceof StateConflict)) throw error;
  }
  return inputHash;
};

/** As it would be written today. */
const current = (hash: string, value: JsonObject, upcasters: Upcasters): FrozenInput => {
  const schema = typeof value.schema === "number" ? value.schema : 0;
  try {
    const today = upcasters.upcast(frozenInputType, schema, value) as FrozenInput;
    return { ...today, schema: upcasters.schemaOf(frozenInputType) };
  } catch (cause) {
    throw new FrozenInputLost(`The inputs ${hash} of an export cannot be read. Request the export again.`, { cause });
  }
};

/**
 * What was frozen under a hash; undefined when it is not kept any more.
 * @throws {FrozenInputLost} it is damaged, or of a schema that this version of Sheaf does not read
 */
export const findFrozenInput = async (
  stateStore: StateStore,
  place: InputPlace,
  upcasters: Upcasters = frozenInputUpcasters,
): Promise<FrozenInput | undefined> => {
  const { inputHash } = place;
  const found = await stateStore.get<JsonObject>(keyOf(place));
  const entry = found ?? (await stateStore.get<JsonObject>(olderKeyOf(place)));
  if (!entry) return undefined;
  if (sha256(canonicalJson(entry.value)) !== inputHash)
    throw new FrozenInputLost(`The inputs ${inputHash} of an export are damaged. Request the export again.`);
  return current(inputHash, entry.value, upcasters);
};

/**
 * The same where it must be there.
 * @throws {FrozenInputLost} it is absent, too
 */
export const readFrozenInput = async (stateStore: StateStore, place: InputPlace): Promise<FrozenInput> => {
  const input = await findFrozenInput(stateStore, place);
  if (!input)
    throw new FrozenInputLost(`The inputs ${place.inputHash} of an export are gone. Request the export again.`);
  return input;
};

/** Nothing will ask for it any more. True when it was there. */
export const forgetFrozenInput = async (stateStore: StateStore, place: InputPlace): Promise<boolean> => {
  const older = await stateStore.delete(olderKeyOf(place));
  return (await stateStore.delete(keyOf(place))) || older;
};

/** Inputs that an export may have come of, or not: it is appended after they are frozen, and a process may end between the two. */
export type UnprovedInput = InputPlace & { key: string; exportId: string; version: number };

/** At most 1,000 of them. */
export const unprovedInputs = async (stateStore: StateStore): Promise<UnprovedInput[]> =>
  (await stateStore.find<JsonObject>(unproved, yes)).map(({ key, value, version }) => ({
    key,
    inputHash: hashOfKey(key),
    exportId: String(value.exportId),
    tenant: String(value.tenant),
    version,
  }));

/** An export came of them: whoever ends it removes them. */
export const proveInput = async (stateStore: StateStore, { key, tenant, version }: UnprovedInput): Promise<void> => {
  const entry = await stateStore.get<JsonObject>(key);
  if (entry?.version !== version) return;
  try {
    await stateStore.put(key, entry.value, { ifVersion: version, index: { [ofShop]: tenant } });
  } catch (error) {
    // Removed or proved meanwhile.
    if (!(error instanceof StateConflict)) throw error;
  }
};

/** Whatever is frozen for a shop goes, also what no export came of. */
export const forgetInputsOf = async (stateStore: StateStore, tenant: string): Promise<void> => {
  for (;;) {
    const found = await stateStore.find(ofShop, tenant, 100);
    if (found.length === 0) return;
    for (const { key } of found) await stateStore.delete(key);
  }
};
