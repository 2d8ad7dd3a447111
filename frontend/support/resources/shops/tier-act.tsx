import Alert from "@mui/material/Alert";
import Checkbox from "@mui/material/Checkbox";
import FormControlLabel from "@mui/material/FormControlLabel";
import Typography from "@mui/material/Typography";
import type { Tier } from "#domain/tiers/tiers.ts";
import type { ConsoleShopChangeable, ConsoleShopDetails } from "#domain/wire/support/console.ts";
import type { Act, ActValues } from "../../acts/act.ts";
import { ChoiceField } from "../../acts/fields.tsx";
import { performAction } from "../../calls.ts";
import { byPlan, chargeText, costsMore, overText, paysText, tierChoices, tierText } from "./shop-texts.ts";

/** A connected shop. */
export type Changeable = ConsoleShopDetails & { changeable: ConsoleShopChangeable };

/** Returns the chosen tier, and what to send (null for the plan's choice). Undefined if none. */
const chosen = (values: ActValues, { planTier }: ConsoleShopChangeable) => {
  const choice = String(values.choice);
  if (choice === "") return undefined;
  const tier = choice === byPlan ? planTier : (choice as Tier);
  return { tier, sent: choice === byPlan ? null : tier };
};

const Fields = ({
  shop,
  values,
  change,
}: {
  shop: ConsoleShopChangeable;
  values: ActValues;
  change: (changed: ActValues) => void;
}) => {
  const tier = chosen(values, shop)?.tier;
  const canWaive = tier !== undefined && costsMore(tier, shop);
  const over = tier === undefined ? null : overText(tier, shop);
  return (
    <>
      <ChoiceField
        label="New tier"
        unchosen="Choose the new tier"
        value={String(values.choice)}
        isFirst
        choices={tierChoices(shop)}
        onChange={(choice) => change({ choice })}
      />
      {over !== null && <Alert severity="warning">{over}</Alert>}
      <Typography>
        {tier === undefined ? paysText(shop) : chargeText(tier, shop, canWaive && values.waive === true)}
      </Typography>
      {canWaive && (
        <FormControlLabel
          control={<Checkbox checked={values.waive === true} onChange={(_event, waive) => change({ waive })} />}
          label="Waive the new charge"
        />
      )}
    </>
  );
};

/** Changes a shop's tier, with or without its charge. */
export const tierAct = ({ id, shop, changeable }: Changeable): Act => ({
  name: "Change tier",
  title: `Change the tier of ${shop}?`,
  needs: "admin",
  text: `${tierText(changeable)} ${changeable.quotasSet ? "The new one applies at once. The quotas that support set stay." : "The new one and its quotas apply at once."}`,
  undo: "You can undo this by changing the tier back.",
  successMessage: "The tier was changed.",
  start: { choice: "", waive: false },
  fields: (values, change) => <Fields shop={changeable} values={values} change={change} />,
  missing: (values) => (chosen(values, changeable) ? null : "Choose the new tier."),
  send: (asked, values) => {
    const choice = chosen(values, changeable);
    if (choice === undefined) throw new Error("Choose the new tier.");
    const { tier, sent } = choice;
    const waive = values.waive === true && costsMore(tier, changeable);
    return performAction("shops", id, "change-tier", { ...asked, seen: changeable.tier, tier: sent, waive });
  },
});
