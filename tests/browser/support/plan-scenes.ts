import type { ShopPlan } from "#domain/wire/account/plan.ts";
import type { Scene } from "./scene.ts";
import { account } from "./scripted-api.ts";

/** A shop in its trial, with all the report designs that its plan includes. */
export const starterPlan: ShopPlan = {
  Tier: "Starter",
  Charge: { Status: "active", Price: "9.00", Currency: "USD", TrialDays: 14 },
  TrialEnd: "2126-12-04T12:00:00.000Z",
  IsWaived: false,
  IsFrozen: false,
  StillPays: null,
  Limits: { Reports: 5, Filters: 5, Automations: 2 },
  Used: { Reports: 5, Filters: 1, Automations: 0 },
};

const ready: Scene["ready"] = ({ page }) => page.getByRole("heading", { name: "All plans" }).waitFor();

/** The page Plan. */
export const planScenes: Scene[] = [
  { name: "plan-guest", path: "/Plan", ready },
  {
    name: "plan",
    path: "/Plan",
    options: { account, script: { "account/plan": () => ({ data: starterPlan }) } },
    ready: ({ page }) => page.getByRole("heading", { name: "Your plan: Starter" }).waitFor(),
  },
];
