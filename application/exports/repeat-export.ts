import { type Refusal, refuse } from "#domain/core/decider.ts";
import type { RepeatedExport } from "#domain/export/events.ts";
import { type FrozenInput, getRequestTime } from "#domain/export/frozen-input.ts";
import type { ExportFacts } from "#domain/export/state.ts";
import { countErased } from "#domain/filters/personal.ts";
import { rerunDays } from "#domain/retention/retention.ts";
import type { Clock } from "#infra/ports/clock.ts";
import type { StateStore } from "#infra/ports/stores/state-store.ts";
import type { Vault } from "#infra/ports/stores/vault.ts";
import { detokenizeFilter } from "../privacy/personal-values.ts";
import { freezeForRepeat } from "./build-frozen-input.ts";
import { findFrozenInput } from "./freeze-input.ts";

type Deps = { state: StateStore; vault: Pick<Vault, "readAll">; clock: Pick<Clock, "now"> };

/** Refuses to repeat an export whose input is gone. */
export const tooOld: Refusal = refuse(
  "rule",
  `A report can be run again for ${rerunDays} days, and this one is older. Generate a new one.`,
);

const countErasedValues = async ({ vault }: Pick<Deps, "vault">, { filter }: FrozenInput): Promise<number> =>
  filter ? countErased((await detokenizeFilter(vault, filter)).sievers) : 0;

/**
 * Returns the input of a repeated export under its new id, and its reference to the first (ADR 66). Undefined: refuse
 * with {@link tooOld}.
 */
export const prepareRepeat = async (
  deps: Deps,
  facts: ExportFacts,
  newId: string,
): Promise<{ input: FrozenInput; repeats: RepeatedExport } | undefined> => {
  const first = await findFrozenInput(deps.state, facts);
  return (
    first && {
      input: freezeForRepeat(first, newId, deps.clock.now()),
      repeats: {
        exportId: facts.exportId,
        requestedAt: getRequestTime(first),
        erased: await countErasedValues(deps, first),
      },
    }
  );
};
