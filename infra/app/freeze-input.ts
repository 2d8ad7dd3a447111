import { canonicalJson } from "#domain/core/canonical-json.ts";
import type { Upcasters } from "#domain/core/upcasters.ts";
import { type FrozenInput, frozenInputType, frozenInputUpcasters } from "#domain/export/frozen-input.ts";
import type { JsonObject } from "../ports/json.ts";
import { StateConflict, type StateStore } from "../ports/state-store.ts";
import { sha256 } from "./derive-id.ts";

const keyOf = (hash: string) => `input:${hash}`;

/** Thrown when a frozen input is gone or is not what its hash says: the export cannot be made any more. */
export class FrozenInputLost extends Error {
  override name = "FrozenInputLost";
}

/** Keeps everything an export depends on under the SHA-256 (hex) of its canonical JSON, and answers that hash. Repeating changes nothing. */
export const freezeInput = async (stateStore: StateStore, input: FrozenInput): Promise<string> => {
  const text = canonicalJson(input);
  const hash = sha256(text);
  try {
    await stateStore.put(keyOf(hash), JSON.parse(text) as JsonObject, { ifVersion: 0 });
  } catch (error) {
    // The same hash is the same content: it is there already.
    if (!(error instanceof StateConflict)) throw error;
  }
  return hash;
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
  hash: string,
  upcasters: Upcasters = frozenInputUpcasters,
): Promise<FrozenInput | undefined> => {
  const entry = await stateStore.get<JsonObject>(keyOf(hash));
  if (!entry) return undefined;
  if (sha256(canonicalJson(entry.value)) !== hash)
    throw new FrozenInputLost(`The inputs ${hash} of an export are damaged. Request the export again.`);
  return current(hash, entry.value, upcasters);
};

/**
 * The same where it must be there.
 * @throws {FrozenInputLost} it is absent, too
 */
export const readFrozenInput = async (stateStore: StateStore, hash: string): Promise<FrozenInput> => {
  const input = await findFrozenInput(stateStore, hash);
  if (!input) throw new FrozenInputLost(`The inputs ${hash} of an export are gone. Request the export again.`);
  return input;
};

/** Nothing will ask for it any more. True when it was there. */
export const forgetFrozenInput = (stateStore: StateStore, hash: string): Promise<boolean> =>
  stateStore.delete(keyOf(hash));
