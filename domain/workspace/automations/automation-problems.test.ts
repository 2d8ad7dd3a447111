import { expect, it } from "vitest";
import { DestinationKind } from "../../enumerations.ts";
import { destinationProblems } from "./automation-problems.ts";

it.each([
  ["ann@b.example", "Ann@B.example"],
  ["ann@bücher.example", "ann@xn--bcher-kva.example"],
])("two spellings of one address in a list are one recipient: %s, %s", (one, other) => {
  const recipients = [one, "bob@b.example", other];
  const setup = { fromName: "", replyTo: "", subject: "", message: "", asLink: false };
  expect(destinationProblems({ kind: DestinationKind.Email, recipients, ...setup })).toEqual([
    { field: "ReportDestination.Email.ToMail", message: "Recipient 3 is the same as recipient 1. Remove one." },
  ]);
});
