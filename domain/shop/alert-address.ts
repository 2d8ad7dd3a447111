import { createConflict } from "../core/conflict.ts";
import type { Refusal } from "../core/decider.ts";
import { type FieldProblem, refuseFields } from "../core/field-problem.ts";
import { isEmailAddress } from "../destinations/recipients.ts";
import type { AlertAddressEdit } from "./commands.ts";
import type { ShopEvent } from "./events.ts";
import { alertAddressName } from "./preferences.ts";
import type { AuthorizedShop } from "./state.ts";

const alertAddressLabels = {
  field: () => "Address for alerts",
  value: (_field: unknown, value: unknown) => (value === "" ? "the shop's own" : "another one"),
};

/** True for one e-mail address, or '' (the shop's own). */
const isAlertAddress = (typed: string): boolean => typed === "" || isEmailAddress(typed);

/** Problems are sentences for the user. */
export const alertAddressProblems = (typed: string): FieldProblem<typeof alertAddressName>[] =>
  isAlertAddress(typed)
    ? []
    : [
        {
          field: alertAddressName,
          message:
            "The address for alerts isn't an e-mail address. Enter one such as name@example.com, or leave it empty for the shop's own.",
        },
      ];

/** Changes the address for alerts about automated reports. A refusal must not contain the typed address (ADR 21). */
export const changeAlertAddress = (
  { base, wanted, typed }: AlertAddressEdit,
  { alertAddress: current, preferenceChanges }: Pick<AuthorizedShop, "alertAddress" | "preferenceChanges">,
): readonly ShopEvent[] | Refusal => {
  if (base === wanted || current === wanted) return [];
  const refusal = refuseFields(alertAddressProblems(typed));
  if (refusal) return refusal;
  if (current === base) return [{ type: "AlertAddressChanged", data: { from: current, to: wanted } }];
  const { actor: by = null, instant: at = null } = preferenceChanges[alertAddressName] ?? {};
  return createConflict<{ [alertAddressName]: string }>(
    [{ field: alertAddressName, by, at, current: current === "" ? "" : null }],
    alertAddressLabels,
  );
};
