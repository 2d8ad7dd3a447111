import { useRecordContext } from "react-admin";
import type { ConsoleShopDetails } from "#domain/wire/support/console.ts";
import type { Act } from "../../acts/act.ts";
import { Acts } from "../../acts/acts.tsx";
import { performAction } from "../../calls.ts";
import { flagAct } from "./flag-act.tsx";
import { quotaActs } from "./quota-acts.tsx";
import { chargeText, costsMore } from "./shop-texts.ts";
import { type Changeable, tierAct } from "./tier-act.tsx";

const waiveCharge = (shop: Changeable): Act[] => {
  const { tier, paysFor } = shop.changeable;
  if (tier === null || shop.chargeWaived || paysFor?.tier === tier || !costsMore(tier, shop.changeable)) return [];
  return [
    {
      name: "Waive charge",
      title: `Waive the charge of ${shop.shop} for ${tier}?`,
      needs: "admin",
      text: chargeText(tier, shop.changeable, true),
      undo: "You can end the waiver at any time. It also ends when the tier changes or the merchant uninstalls Sheaf.",
      successMessage: `The charge for ${tier} is waived.`,
      send: (asked) => performAction("shops", shop.id, "waive-charge", { ...asked, seen: tier }),
    },
  ];
};

const endWaiver = (shop: Changeable): Act[] => {
  const { tier } = shop.changeable;
  if (tier === null || !shop.chargeWaived) return [];
  return [
    {
      name: "End waiver",
      title: `End the waiver for ${shop.shop}?`,
      needs: "admin",
      text: chargeText(tier, shop.changeable, false),
      undo: "You can waive the charge again.",
      successMessage: "The waiver has ended.",
      send: (asked) => performAction("shops", shop.id, "end-waiver", asked),
    },
  ];
};

/** Admins' actions on a shop. Nothing can be changed while it isn't connected. */
export const ShopActs = () => {
  const record = useRecordContext<ConsoleShopDetails>();
  if (!record?.changeable) return null;
  const shop = { ...record, changeable: record.changeable };
  return (
    <Acts
      areSecond
      acts={[tierAct(shop), ...quotaActs(shop), flagAct(shop), ...waiveCharge(shop), ...endWaiver(shop)]}
    />
  );
};
