import { expect, it } from "vitest";
import { given, refusalOf } from "../core/given.ts";
import { type PrivacyEnd, privacyDecider } from "./decider.ts";
import type { PrivacyEvent } from "./events.ts";

const facts = {
  kind: "customer-erasure",
  tenant: "t",
  shop: "aurora-demo",
  webhookId: "w",
  customer: "ab",
  orders: 2,
  subjectRef: "privacy-subject:p",
} as const;
const end: PrivacyEnd = { outcome: "carried-out", counts: { exports: 1, files: 1, values: 0 }, exports: [] };
const received: PrivacyEvent = { type: "PrivacyRequestReceived", data: facts };
const carriedOut: PrivacyEvent = { type: "PrivacyRequestCarriedOut", data: end };
const receive = { type: "ReceivePrivacyRequest", ...facts } as const;
const carryOut = { type: "CarryOutPrivacyRequest", ...end } as const;

it("a request about personal data is received once, however often it is sent", () => {
  expect(given(privacyDecider, []).when({ ...receive })).toEqual([received]);
  expect(given(privacyDecider, [received]).when({ ...receive })).toEqual([]);
  expect(given(privacyDecider, [received, carriedOut]).when({ ...receive })).toEqual([]);
  refusalOf(given(privacyDecider, [received]).when({ ...receive, customer: "cd" }));
});

it("a request about personal data has one end, after it was received", () => {
  refusalOf(given(privacyDecider, []).when({ ...carryOut }));
  expect(given(privacyDecider, [received]).when({ ...carryOut })).toEqual([carriedOut]);
  expect(given(privacyDecider, [received, carriedOut]).when({ ...carryOut, outcome: "obsolete" })).toEqual([]);
});
