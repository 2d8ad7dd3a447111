import Alert from "@mui/material/Alert";
import Checkbox from "@mui/material/Checkbox";
import FormControlLabel from "@mui/material/FormControlLabel";
import Typography from "@mui/material/Typography";
import { type Tier, tiers } from "#domain/tiers/tiers.ts";
import type { ConsoleShopChangeable, ConsoleShopDetails } from "#domain/wire/console.ts";
import type { Act, ActValues } from "../acts/act.ts";
import { ChoiceField } from "../acts/fields.tsx";
import { actOn } from "../calls.ts";
import { chargeText, costsMore, overText } from "./shop-words.ts";

/** A shop that is connected. */
export type Changeable = ConsoleShopDetails & { changeable: ConsoleShopChangeable };

const byPlan = "plan";

/** What is chosen: a tier, or that of the plan; and the tier that this is. */
const chosen = (values: ActValues, { planTier }: ConsoleShopChangeable) => {
  const choice = String(values.choice);
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
  const { tier } = chosen(values, shop);
  const canWaive = costsMore(tier, shop);
  const over = overText(tier, shop);
  return (
    <>
      <ChoiceField
        label="Tier"
        value={String(values.choice)}
        isFirst
        choices={[
          ...(Object.keys(tiers) as Tier[]).map((id) => ({ id, name: id })),
          { id: byPlan, name: `As the store's plan says (${shop.planTier})` },
        ]}
        onChange={(choice) => change({ choice })}
      />
      {over !== null && <Alert severity="warning">{over}</Alert>}
      <Typography>{chargeText(tier, shop, canWaive && values.waive === true)}</Typography>
      {canWaive && (
        <FormControlLabel
          control={<Checkbox checked={values.waive === true} onChange={(_event, waive) => change({ waive })} />}
          label="Waive the new charge"
        />
      )}
    </>
  );
};

/** Gives a shop another tier, with or without its charge. */
export const tierAct = ({ id, changeable }: Changeable): Act => ({
  name: "Change tier",
  title: "Change the tier?",
  needs: "admin",
  text: "The new tier and its quotas count at once.",
  undo: "You can undo this by changing the tier back.",
  done: "The tier was changed.",
  start: { choice: changeable.tierBy === "support" && changeable.tier ? changeable.tier : byPlan, waive: false },
  fields: (values, change) => <Fields shop={changeable} values={values} change={change} />,
  send: (asked, values) => {
    const { tier, sent } = chosen(values, changeable);
    const waive = values.waive === true && costsMore(tier, changeable);
    return actOn("shops", id, "change-tier", { ...asked, seen: changeable.tier, tier: sent, waive });
  },
});
