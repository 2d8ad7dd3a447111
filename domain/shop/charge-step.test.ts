import { expect, it } from "vitest";
import { chargeStep } from "./charge-step.ts";
import type { AuthorizedShop, Charge } from "./state.ts";

const charge = (subscriptionId: string): Charge => ({
  subscriptionId,
  tier: "Growth",
  price: "19.00",
  currency: "USD",
});
const shopWith = (charges: { active?: string; pending?: string; ended?: string }): AuthorizedShop =>
  ({
    activeCharge: charges.active ? charge(charges.active) : null,
    pendingCharge: charges.pending
      ? { ...charge(charges.pending), confirmationUrl: "https://pay", requestedAt: "2026-11-20T10:00:00.000Z" }
      : null,
    endedCharge: charges.ended ? charge(charges.ended) : null,
  }) as AuthorizedShop;
const listed = (id: string, status = "ACTIVE", test = false) => ({ id, status, test });

it("a charge that the platform lists as active is kept", () => {
  expect(chargeStep(shopWith({ active: "a" }), [listed("a")], "production")).toBeUndefined();
});

it.each([
  ["is no longer listed", [], "not-active"],
  ["is frozen", [listed("a", "FROZEN")], "FROZEN"],
  ["is a test in production", [listed("a", "ACTIVE", true)], "ACTIVE"],
  ["is listed under another id", [listed("b")], "not-active"],
])("a charge that %s ends", (_how, subscriptions, status) => {
  expect(chargeStep(shopWith({ active: "a" }), subscriptions, "production")).toEqual({
    type: "EndCharge",
    subscriptionId: "a",
    status,
  });
});

it("a test charge counts outside production", () => {
  expect(chargeStep(shopWith({ active: "a" }), [listed("a", "ACTIVE", true)], "local")).toBeUndefined();
});

it("a pending charge becomes active once the merchant has approved it, even in place of another", () => {
  const step = { type: "ActivateCharge", subscriptionId: "b" };
  expect(chargeStep(shopWith({ pending: "b" }), [listed("b")], "production")).toEqual(step);
  expect(chargeStep(shopWith({ active: "a", pending: "b" }), [listed("b")], "production")).toEqual(step);
  expect(chargeStep(shopWith({ pending: "b" }), [listed("b", "PENDING")], "production")).toBeUndefined();
});

it("an ended charge comes back with its subscription, unless a newer one has taken its place", () => {
  const step = { type: "ActivateCharge", subscriptionId: "a" };
  expect(chargeStep(shopWith({ ended: "a" }), [listed("a")], "production")).toEqual(step);
  expect(chargeStep(shopWith({ ended: "a", pending: "b" }), [listed("a")], "production")).toEqual(step);
  expect(chargeStep(shopWith({ ended: "a", active: "b" }), [listed("a"), listed("b")], "production")).toBeUndefined();
  expect(chargeStep(shopWith({ ended: "a" }), [], "production")).toBeUndefined();
});
