import { type InputKey, readFrozenInput } from "#application/exports/freeze-input.ts";
import { detokenizeFilter } from "#application/privacy/personal-values.ts";
import type { FrozenInput } from "#domain/export/frozen-input.ts";
import type { ExporterDeps } from "../deps.ts";

/**
 * Reads a frozen input, its filter's values in plaintext. Erased values match nothing (ADR 21).
 * @throws {FrozenInputLost}
 */
export const readInput = async (
  { stateStore, vault }: Pick<ExporterDeps, "stateStore" | "vault">,
  inputKey: InputKey,
): Promise<FrozenInput> => {
  const input = await readFrozenInput(stateStore, inputKey);
  return input.filter ? { ...input, filter: await detokenizeFilter(vault, input.filter) } : input;
};
