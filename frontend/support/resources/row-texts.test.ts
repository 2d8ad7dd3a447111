import { expect, it } from "vitest";
import { countMailRecipients, describeMailReason, describeTrouble, nameMail } from "./row-texts.ts";

it.each([
  ["report", "Daily takings", 'report "Daily takings"'],
  ["alert", null, "alert"],
  ["message to support", undefined, "message to support"],
] as const)("an e-mail is named by its kind and its automated report: %s, %s", (kind, title, name) => {
  expect(nameMail({ kind, ...(title !== undefined && { title }) })).toBe(name);
});

it("a mail's reason names the mail server", () => {
  expect(describeMailReason({ reason: "its certificate has expired" })).toBe(
    "the mail server's certificate has expired",
  );
  const lost = "2 of 3 recipients have it; its answer to the whole mail was lost";
  expect(describeMailReason({ reason: lost })).toBe(
    "2 of 3 recipients have it; the mail server's answer to the whole mail was lost",
  );
  expect(describeMailReason({ reason: "1 of 2 recipients has it; it closed the connection" })).toBe(
    "1 of 2 recipients has it; the mail server closed the connection",
  );
  expect(describeMailReason({ reason: null })).toBeNull();
});

it("the number of recipients says how many were refused", () => {
  expect(countMailRecipients({ recipients: 3, refused: 1 })).toBe("3, 1 of them refused");
});

it.each([
  ["The password is wrong.", "UTC · The password is wrong."],
  [null, "UTC"],
])("a report in trouble says why on a phone, too: %s", (reason, end) => {
  const text = describeTrouble({ standing: "suspended", since: "2026-11-20T10:03:00.000Z", reason });
  expect([text.startsWith("suspended since 20 Nov 2026"), text.endsWith(end)]).toEqual([true, true]);
});
