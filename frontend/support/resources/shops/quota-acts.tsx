import { maxSettableQuota } from "#domain/shop/quotas.ts";
import { describeQuotas, quotaKinds } from "#domain/tiers/quota-text.ts";
import { getQuotas } from "#domain/tiers/tiers.ts";
import type { Act, ActValues } from "../../acts/act.ts";
import { NumberField } from "../../acts/fields.tsx";
import { performAction } from "../../calls.ts";
import { overText } from "./shop-texts.ts";
import type { Changeable } from "./tier-act.tsx";

const kinds = [
  ["reports", "Report designs"],
  ["filters", "Filters"],
  ["automations", "Automated reports"],
] as const;

const Fields = ({
  shop,
  values,
  change,
}: {
  shop: Changeable;
  values: ActValues;
  change: (changed: ActValues) => void;
}) => (
  <>
    {kinds.map(([kind, label], n) => (
      <NumberField
        key={kind}
        label={label}
        value={String(values[kind])}
        most={maxSettableQuota}
        help={`Has ${shop.changeable.uses[kind]} now`}
        isFirst={n === 0}
        onChange={(typed) => change({ [kind]: typed })}
      />
    ))}
  </>
);

/** Actions that give a shop its own quotas, and remove them. */
export const quotaActs = (shop: Changeable): Act[] => {
  const { id, shop: name, quotas: seen, changeable } = shop;
  const { tier, quotasSet } = changeable;
  const ofTier = getQuotas(tier);
  const change: Act = {
    name: "Change quotas",
    title: `Change the quotas of ${name}?`,
    needs: "admin",
    text: "They apply at once and stay when the tier changes, until you reset them. They can't be below what the shop has now.",
    undo: "You can undo this by changing them back or resetting them.",
    successMessage: "The quotas were changed.",
    start: { ...seen },
    fields: (values, changeValues) => <Fields shop={shop} values={values} change={changeValues} />,
    missing: (values) =>
      quotaKinds.some((kind) => Number(values[kind]) !== seen[kind])
        ? null
        : "These are the quotas that the shop has now. Change at least one of them.",
    send: (asked, { reports, filters, automations }) => {
      const quotas = { reports: Number(reports), filters: Number(filters), automations: Number(automations) };
      return performAction("shops", id, "change-quotas", { ...asked, seen, quotas });
    },
  };
  const over = tier && overText(tier, { ...changeable, quotasSet: false });
  const reset: Act = {
    name: "Reset quotas",
    title: `Reset the quotas of ${name} to those of its tier?`,
    needs: "admin",
    text: `The shop may have ${describeQuotas(ofTier)} again. ${over ?? ""}`,
    undo: "You can undo this by changing the quotas again.",
    successMessage: "The quotas were reset to those of the tier.",
    send: (asked) => performAction("shops", id, "change-quotas", { ...asked, seen, quotas: null }),
  };
  return quotasSet ? [change, reset] : [change];
};
