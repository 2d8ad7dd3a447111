import { readPersonalTexts } from "#application/privacy/personal-values.ts";
import { type ConflictDetail, createConflict } from "#domain/core/conflict.ts";
import type { Refusal } from "#domain/core/decider.ts";
import { type FilterFields, findSieverByField, toFilterFields } from "#domain/filters/fields.ts";
import type { FilterContent } from "#domain/filters/filter.ts";
import { detokenizeValue } from "#domain/filters/personal.ts";
import { describeFilterFieldValue, filterFieldLabel } from "#domain/workspace/filters/filter-text.ts";
import type { Vault } from "#infra/ports/stores/vault.ts";

/** Values of a personal siever; undefined for others. */
const valuesIn = (field: string, value: unknown): string[] | undefined =>
  findSieverByField(field)?.personal && Array.isArray(value) ? value.map(String) : undefined;

/**
 * Turns a conflict's values into plaintext. The refusal has the current values tokenized, and lacks the wanted ones.
 */
export const detokenizeConflict = async (
  vault: Pick<Vault, "readAll">,
  refusal: Refusal,
  sent: FilterContent,
): Promise<Refusal> => {
  if (refusal.code !== "conflict" || refusal.details === undefined) return refusal;
  const details = JSON.parse(refusal.details) as ConflictDetail<FilterFields>[];
  const kept = details.flatMap(({ field, current }) => {
    const code = findSieverByField(field)?.code;
    const values = valuesIn(field, current);
    return code === undefined || values === undefined ? [] : [{ [code]: values }];
  });
  const texts = await readPersonalTexts(vault, ...kept);
  const wanted = toFilterFields({ ...sent, title: sent.title.trim() });
  return createConflict<FilterFields>(
    details.map((detail) => ({
      ...detail,
      current: valuesIn(detail.field, detail.current)?.map((one) => detokenizeValue(one, texts)) ?? detail.current,
      wanted: wanted[detail.field],
    })),
    { field: filterFieldLabel, value: describeFilterFieldValue },
  );
};
