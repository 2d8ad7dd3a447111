import { toCanonicalJson } from "#domain/core/canonical-json.ts";
import type { Upcasters } from "#domain/core/upcasters.ts";
import { type FrozenInput, frozenInputType, frozenInputUpcasters } from "#domain/export/frozen-input.ts";
import type { JsonObject } from "#infra/ports/json.ts";
import { StateConflict, type StateStore } from "#infra/ports/stores/state-store.ts";
import { sha256 } from "../text/derive-id.ts";

/** Key of a frozen input: its shop and its hash. */
export type InputKey = { tenant: string; inputHash: string };

export const inputPrefix = "input:";
/** Keys of one shop are adjacent, so inputs frozen together touch few pages (ADR 81). */
const keyOf = ({ tenant, inputHash }: InputKey) => `${inputPrefix}${tenant}:${inputHash}`;
/** Returns the input hash in a key. */
export const hashOfKey = (key: string): string => key.slice(key.lastIndexOf(":") + 1);
const olderKeyOf = ({ inputHash }: InputKey) => `${inputPrefix}${inputHash}`;

/** Index of a shop's inputs, by tenant. */
const ofShop = "input-of";
/** Index of inputs without a confirmed export. */
const unconfirmedIndex = "input-unproved";
const yes = "yes";

/** Thrown when a frozen input is gone or doesn't match its hash, so the export cannot be made. */
export class FrozenInputLost extends Error {
  override name = "FrozenInputLost";
}

/** Stores an export's input under the SHA-256 (hex) of its canonical JSON; returns that hash. Idempotent. */
export const freezeInput = async (stateStore: StateStore, input: FrozenInput): Promise<string> => {
  const inputHash = sha256(toCanonicalJson(input));
  const { tenant } = input;
  try {
    await stateStore.put(keyOf({ tenant, inputHash }), input as unknown as JsonObject, {
      ifVersion: 0,
      index: { [ofShop]: tenant, [unconfirmedIndex]: yes },
    });
  } catch (error) {
    // Equal hash, equal content: it is stored already.
    if (!(error instanceof StateConflict)) throw error;
  }
  return inputHash;
};

/** Upcasts a stored input to the current schema. */
const current = (hash: string, value: JsonObject, upcasters: Upcasters): FrozenInput => {
  const schema = typeof value.schema === "number" ? value.schema : 0;
  try {
    const today = upcasters.upcast(frozenInputType, schema, value) as FrozenInput;
    return { ...today, schema: upcasters.getSchema(frozenInputType) };
  } catch (cause) {
    throw new FrozenInputLost(`The inputs ${hash} of an export cannot be read. Request the export again.`, { cause });
  }
};

/**
 * Finds the input of a hash; undefined if it is no longer stored.
 * @throws {FrozenInputLost} damaged, or of a schema this version cannot read
 */
export const findFrozenInput = async (
  stateStore: StateStore,
  inputKey: InputKey,
  upcasters: Upcasters = frozenInputUpcasters,
): Promise<FrozenInput | undefined> => {
  const { inputHash } = inputKey;
  const found = await stateStore.get<JsonObject>(keyOf(inputKey));
  const entry = found ?? (await stateStore.get<JsonObject>(olderKeyOf(inputKey)));
  if (!entry) return undefined;
  if (sha256(toCanonicalJson(entry.value)) !== inputHash)
    throw new FrozenInputLost(`The inputs ${inputHash} of an export are damaged. Request the export again.`);
  return current(inputHash, entry.value, upcasters);
};

/**
 * Finds the input of a hash, which must exist.
 * @throws {FrozenInputLost} also if it is absent
 */
export const readFrozenInput = async (stateStore: StateStore, inputKey: InputKey): Promise<FrozenInput> => {
  const input = await findFrozenInput(stateStore, inputKey);
  if (!input)
    throw new FrozenInputLost(`The inputs ${inputKey.inputHash} of an export are gone. Request the export again.`);
  return input;
};

/** Deletes an input that is no longer needed. Returns true if it existed. */
export const forgetFrozenInput = async (stateStore: StateStore, inputKey: InputKey): Promise<boolean> => {
  const older = await stateStore.delete(olderKeyOf(inputKey));
  return (await stateStore.delete(keyOf(inputKey))) || older;
};

/** An input that may lack an export, because a process may die between freezing and appending. */
export type UnconfirmedInput = InputKey & { key: string; exportId: string; version: number };

/** Lists at most 1,000 unconfirmed inputs. */
export const listUnconfirmedInputs = async (stateStore: StateStore): Promise<UnconfirmedInput[]> =>
  (await stateStore.find<JsonObject>(unconfirmedIndex, yes)).map(({ key, value, version }) => ({
    key,
    inputHash: hashOfKey(key),
    exportId: String(value.exportId),
    tenant: String(value.tenant),
    version,
  }));

/** Marks an input whose export exists; the end of that export removes it. */
export const confirmInput = async (
  stateStore: StateStore,
  { key, tenant, version }: UnconfirmedInput,
): Promise<void> => {
  const entry = await stateStore.get<JsonObject>(key);
  if (entry?.version !== version) return;
  try {
    await stateStore.put(key, entry.value, { ifVersion: version, index: { [ofShop]: tenant } });
  } catch (error) {
    // Removed or confirmed meanwhile.
    if (!(error instanceof StateConflict)) throw error;
  }
};

/** Removes all inputs of a shop, including those without an export. */
export const forgetShopInputs = async (stateStore: StateStore, tenant: string): Promise<void> => {
  for (;;) {
    const found = await stateStore.find(ofShop, tenant, 100);
    if (found.length === 0) return;
    for (const { key } of found) await stateStore.delete(key);
  }
};
