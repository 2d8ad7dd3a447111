import { canonicalJson } from "#domain/core/canonical-json.ts";
import type { FrozenInput } from "#domain/export/frozen-input.ts";
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

/**
 * What was frozen under a hash.
 * @throws {FrozenInputLost} it is absent, damaged, or of a schema that this version of Sheaf does not read
 */
export const readFrozenInput = async (stateStore: StateStore, hash: string): Promise<FrozenInput> => {
  const entry = await stateStore.get<JsonObject>(keyOf(hash));
  if (!entry) throw new FrozenInputLost(`The inputs ${hash} of an export are gone. Request the export again.`);
  if (sha256(canonicalJson(entry.value)) !== hash)
    throw new FrozenInputLost(`The inputs ${hash} of an export are damaged. Request the export again.`);
  const input = entry.value as unknown as FrozenInput;
  if (input.schema !== 1)
    throw new FrozenInputLost(
      `The inputs ${hash} have schema ${String(input.schema)}, and this version of Sheaf reads 1. Request the export again.`,
    );
  return input;
};
