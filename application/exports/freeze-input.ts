import { toCanonicalJson } from "#domain/core/canonical-json.ts";
import type { Upcasters } from "#domain/core/upcasters.ts";
import { type FrozenInput, frozenInputType, frozenInputUpcasters } from "#domain/export/frozen-input.ts";
import type { JsonObject } from "#infra/ports/json.ts";
import { StateConflict, type StateStore } from "#infra/ports/stores/state-store.ts";
import { sha256 } from "../text/derive-id.ts";

export type InputKey = { tenant: string; inputHash: string };

export const inputPrefix = "input:";
/** Keys of one shop are adjacent, so inputs frozen together touch few pages (ADR 81). */
const keyOf = ({ tenant, inputHash }: InputKey) => `${inputPrefix}${tenant}:${inputHash}`;
/** Input hash in a key. */
export const hashOfKey = (key: string): string => key.slice(key.lastIndexOf(":") + 1);
const olderKeyOf = ({ inputHash }: InputKey) => `${inputPrefix}${inputHash}`;

const ofShop = "input-of";
const unconfirmedIndex = "input-unproved";
const yes = "yes";

/** The input is missing or doesn't match its hash, so the export cannot be made. */
export class FrozenInputLost extends Error {
  override name = "FrozenInputLost";
}

/** Stores an input under the SHA-256 (hex) of its canonical JSON. Idempotent. */
export const freezeInput = async (stateStore: StateStore, input: FrozenInput): Promise<string> => {
  const inputHash = sha256(toCanonicalJson(input));
  const { tenant } = input;
  try {
    await stateStore.put(keyOf({ tenant, inputHash }), input as unknown as JsonObject, {
      ifVersion: 0,
      index: { [ofShop]: tenant, [unconfirmedIndex]: yes },
    });
  } catch (error) {
    if (!(error instanceof StateConflict)) throw error;
  }
  return inputHash;
};

const upcastInput = (hash: string, value: JsonObject, upcasters: Upcasters): FrozenInput => {
  const schema = typeof value.schema === "number" ? value.schema : 0;
  try {
    const upcast = upcasters.upcast(frozenInputType, schema, value) as FrozenInput;
    return { ...upcast, schema: upcasters.getSchema(frozenInputType) };
  } catch (cause) {
    throw new FrozenInputLost(`The inputs ${hash} of an export cannot be read. Request the export again.`, { cause });
  }
};

/**
 * Finds an input; undefined if it is not stored.
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
  return upcastInput(inputHash, entry.value, upcasters);
};

/**
 * Reads an input that must exist.
 * @throws {FrozenInputLost} also if it is absent
 */
export const readFrozenInput = async (stateStore: StateStore, inputKey: InputKey): Promise<FrozenInput> => {
  const input = await findFrozenInput(stateStore, inputKey);
  if (!input)
    throw new FrozenInputLost(`The inputs ${inputKey.inputHash} of an export are gone. Request the export again.`);
  return input;
};

export const forgetFrozenInput = async (stateStore: StateStore, inputKey: InputKey): Promise<boolean> => {
  const older = await stateStore.delete(olderKeyOf(inputKey));
  return (await stateStore.delete(keyOf(inputKey))) || older;
};

/** A frozen input whose export may not exist, because a process can die between freezing and appending. */
export type UnconfirmedInput = InputKey & { key: string; exportId: string; version: number };

/** Lists at most 1,000 such inputs. */
export const listUnconfirmedInputs = async (stateStore: StateStore): Promise<UnconfirmedInput[]> =>
  (await stateStore.find<JsonObject>(unconfirmedIndex, yes)).map(({ key, value, version }) => ({
    key,
    inputHash: hashOfKey(key),
    exportId: String(value.exportId),
    tenant: String(value.tenant),
    version,
  }));

/** Marks an input as used. From then on it is removed with its export. */
export const confirmInput = async (
  stateStore: StateStore,
  { key, tenant, version }: UnconfirmedInput,
): Promise<void> => {
  const entry = await stateStore.get<JsonObject>(key);
  if (entry?.version !== version) return;
  try {
    await stateStore.put(key, entry.value, { ifVersion: version, index: { [ofShop]: tenant } });
  } catch (error) {
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
