import { type ConflictDetail, conflictOf } from "#domain/core/conflict.ts";
import type { Refusal } from "#domain/core/decider.ts";
import { type FilterFields, sieverOfField } from "#domain/filters/fields.ts";
import { spokenOf } from "#domain/filters/personal.ts";
import { fieldValueWords, fieldWords } from "#domain/workspace/words.ts";
import { textsOf } from "#infra/app/personal-values.ts";
import type { Vault } from "#infra/ports/vault.ts";

/** The values of a personal siever in a detail; undefined of every other field. */
const valuesIn = (field: string, value: unknown): string[] | undefined =>
  sieverOfField(field)?.personal && Array.isArray(value) ? value.map(String) : undefined;

/** The refusal of an edit that collided, which is remembered with its values as they are kept, in the words that people know. */
export const spokenConflict = async (vault: Pick<Vault, "readAll">, refusal: Refusal): Promise<Refusal> => {
  if (refusal.code !== "conflict" || refusal.details === undefined) return refusal;
  const details = JSON.parse(refusal.details) as ConflictDetail<FilterFields>[];
  const kept = details.flatMap(({ field, current, wanted }) =>
    [current, wanted].flatMap((value) => {
      const code = sieverOfField(field)?.code;
      const values = valuesIn(field, value);
      return code === undefined || values === undefined ? [] : [{ [code]: values }];
    }),
  );
  const texts = await textsOf(vault, ...kept);
  const say = (field: string, value: unknown): unknown =>
    valuesIn(field, value)?.map((one) => spokenOf(one, texts)) ?? value;
  return conflictOf<FilterFields>(
    details.map((detail) => ({
      ...detail,
      current: say(detail.field, detail.current),
      wanted: say(detail.field, detail.wanted),
    })),
    { field: fieldWords, value: fieldValueWords },
  );
};
