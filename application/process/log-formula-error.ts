import type { OnUnexpectedError } from "#domain/formulas/compute-rows.ts";
import { formatColumnLetters } from "#domain/formulas/syntax/references.ts";
import type { Log } from "#infra/ports/log.ts";

/** Logs a formula that failed. Its cells say '(computed in Excel)'; other formulas go on (ADR 38). */
export const logFormulaError =
  (log: Pick<Log, "error">, tenant: string): OnUnexpectedError =>
  (error, place) =>
    log.error(
      { err: error, tenant, column: formatColumnLetters(place) },
      "A formula caused an unexpected error. Only Excel computes its cells.",
    );
