import { describe, expect, it } from "vitest";
import { metadataAt } from "../core/context-for-tests.ts";
import { given, refusalOf } from "../core/given-for-tests.ts";
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

it("a request about personal data is received once, even if it is sent again", () => {
  expect(given(privacyDecider, []).when({ ...receive })).toEqual([received]);
  expect(given(privacyDecider, [received]).when({ ...receive })).toEqual([]);
  expect(given(privacyDecider, [received, carriedOut]).when({ ...receive })).toEqual([]);
  refusalOf(given(privacyDecider, [received]).when({ ...receive, customer: "cd" }));
});

it("a request about personal data ends once, after it was received", () => {
  refusalOf(given(privacyDecider, []).when({ ...carryOut }));
  expect(given(privacyDecider, [received]).when({ ...carryOut })).toEqual([carriedOut]);
  expect(given(privacyDecider, [received, carriedOut]).when({ ...carryOut, outcome: "obsolete" })).toEqual([]);
});

describe("the exports of a request about personal data", () => {
  const held = (exportId: string) => ({
    exportId,
    fileName: `${exportId}.csv`,
    requestedAt: "2026-11-20T12:00:00.000Z",
    fileExists: false,
    certain: true,
  });
  const named: PrivacyEvent = { type: "PrivacyExportsNamed", data: { exports: [held("b"), held("c")] } };

  it("are recorded once each before completion if the completion event can't hold them, and are all listed afterwards", () => {
    const naming = { type: "NamePrivacyExports" as const, exports: [held("b"), held("c")] };
    refusalOf(given(privacyDecider, []).when({ ...naming }));
    expect(given(privacyDecider, [received]).when({ ...naming })).toEqual([named]);
    expect(given(privacyDecider, [received, named]).when({ ...naming })).toEqual([]);
    expect(given(privacyDecider, [received, carriedOut]).when({ ...naming })).toEqual([]);
    const ended = { ...carriedOut, data: { ...end, exports: [held("a")] } };
    // An earlier attempt named some of them.
    const carry = { ...carryOut, exports: [held("a"), held("c")] };
    expect(given(privacyDecider, [received, named]).when(carry)).toEqual([ended]);
    const all = [received, named, ended].reduce(
      (state, event, n) => privacyDecider.evolve(state, event, metadataAt("2026-11-20T12:00:00.000Z"), n),
      privacyDecider.initialState,
    );
    const exports = all.status === "carried-out" ? all.end.exports.map(({ exportId }) => exportId) : [];
    expect(exports.sort()).toEqual(["a", "b", "c"]);
  });
});
