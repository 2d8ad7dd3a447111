import { expect, it } from "vitest";
import { classifyRefusal, getRefusalCode } from "./classify-refusal.ts";

const [recipient, mailbox, content, ours] = [
  "recipient, for good",
  "recipient, for now",
  "content, for good",
  "ours, for now",
];

it.each([
  // No recipient was named yet, so the fault is never theirs.
  ["CONN", "554 No SMTP service here", ours],
  ["CONN", "421 Too many connections", ours],
  ["EHLO", "504 Command parameter not implemented", ours],
  ["EHLO", "550 Access denied", ours],
  ["STARTTLS", "454 TLS not available", ours],
  ["AUTH PLAIN", "535 5.7.8 Authentication failed", ours],
  ["AUTH PLAIN", "504 Unrecognized authentication type", ours],
  ["AUTH LOGIN", "534 5.7.9 Application-specific password required", ours],
  ["AUTH LOGIN", "538 Encryption required", ours],
  ["MAIL FROM", "530 5.7.0 Must issue a STARTTLS command first", ours],
  ["MAIL FROM", "550 5.7.1 Sender rejected", ours],
  ["MAIL FROM", "553 Sender address rejected", ours],
  ["MAIL FROM", "552 5.3.4 Message size exceeds limit", ours],
  ["MAIL FROM", "452 4.3.1 Insufficient system storage", ours],
  // Recipients that don't exist or are closed.
  ["RCPT TO", "550 5.1.1 User unknown", recipient],
  ["RCPT TO", "550 5.1.10 Recipient not found", recipient],
  ["RCPT TO", "553 5.1.3 Bad address syntax", recipient],
  ["RCPT TO", "550 5.2.1 Mailbox disabled", recipient],
  ["RCPT TO", "550 5.4.1 Recipient address rejected: Access denied", recipient],
  ["RCPT TO", "550 No such user here", recipient],
  ["RCPT TO", "551 User not local", recipient],
  ["RCPT TO", "553 5.6.7 Non-ASCII addresses are not permitted", recipient],
  // Mailboxes that are full or greylisted.
  ["RCPT TO", "552 5.2.2 Mailbox full", mailbox],
  ["RCPT TO", "450 Greylisted, try again in 5 minutes", mailbox],
  ["RCPT TO", "451 4.7.1 Greylisting in action", mailbox],
  ["RCPT TO", "452 4.2.2 Mailbox full", mailbox],
  ["RCPT TO", "452 4.5.3 Too many recipients", mailbox],
  ["RCPT TO", "450 4.7.1 Client host rejected: greylisted", mailbox],
  ["RCPT TO", "450 4.2.0 Recipient address rejected: Graylisted by policy", mailbox],
  ["RCPT TO", "450 Sender is grey-listed", mailbox],
  ["RCPT TO", "450 4.1.1 Recipient address rejected: unverified by its relay", mailbox],
  // Senders and relays, though a recipient was named.
  ["RCPT TO", "554 Relay access denied", ours],
  ["RCPT TO", "554 5.7.1 <ann@partner.example>: Relay access denied", ours],
  ["RCPT TO", "550 5.7.1 Relaying denied", ours],
  ["RCPT TO", "550 5.1.8 Sender domain does not exist", ours],
  ["RCPT TO", "553 5.1.7 Bad sender address", ours],
  ["RCPT TO", "554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked", ours],
  ["RCPT TO", "550 sender verify fail", ours],
  ["RCPT TO", "454 4.7.1 <ann@partner.example>: Relay access denied", ours],
  ["RCPT TO", "454 Relay access denied", ours],
  ["RCPT TO", "450 4.1.8 Sender address rejected: Domain not found", ours],
  ["RCPT TO", "450 4.1.7 Sender address rejected: unverified address", ours],
  ["RCPT TO", "451 4.7.1 Client host rejected: cannot find your hostname", ours],
  ["RCPT TO", "421 4.3.2 System not accepting messages", ours],
  ["RCPT TO", "451 4.3.0 Temporary lookup failure", ours],
  ["RCPT TO", "451 4.4.1 No answer from host", ours],
  // The mail itself.
  ["DATA", "554 5.7.1 Message rejected as spam", content],
  ["DATA", "550 5.7.26 Unauthenticated mail is prohibited", content],
  ["DATA", "552 Attachment type not allowed", content],
  ["DATA", "554 5.7.1 Blocked by our policy on relayed spam", content],
  ["DATA", "552 5.2.3 Message length exceeds limit", content],
  ["DATA", "550 5.1.1 User unknown", recipient],
  ["DATA", "550 5.4.1 Recipient address rejected: Access denied", recipient],
  ["DATA", "552 5.2.2 Mailbox full", mailbox],
  ["DATA", "550 5.1.8 Sender domain does not exist", ours],
  ["DATA", "554 5.7.1 <ann@partner.example>: Relay access denied", ours],
  ["DATA", "554 Relaying denied", ours],
  ["DATA", "550 5.7.60 Client does not have permissions to send as this sender", ours],
  ["DATA", "451 4.3.0 Queue file write error", ours],
  ["DATA", "421 Closing", ours],
  ["DATA", "450 Greylisted", mailbox],
  ["DATA", "450 4.2.0 Greylisted", mailbox],
  ["DATA", "450 4.3.2 Shutting down", ours],
])("a refusal of %s by '%s' is classified as: %s", (command, response, judged) => {
  const { fault, forGood } = classifyRefusal({
    command,
    code: Number(response.slice(0, 3)),
    response,
    othersTaken: false,
  });
  expect(`${fault}, ${forGood ? "for good" : "for now"}`).toBe(judged);
});

it("a refusal counts as the recipient's fault if the server accepts other recipients of the mail", () => {
  const response = "554 5.7.1 Relay access denied";
  const judged = classifyRefusal({ command: "RCPT TO", code: 554, response, othersTaken: true });
  expect(judged).toEqual({ fault: "recipient", forGood: true });
});

it("a temporary refusal counts as the recipient's fault if the server accepts other recipients", () => {
  const response = "454 4.7.1 Relay access denied";
  const judged = classifyRefusal({ command: "RCPT TO", code: 454, response, othersTaken: true });
  expect(judged).toEqual({ fault: "recipient", forGood: false });
});

it("a code is shown together with its enhanced code", () => {
  expect(getRefusalCode({ code: 554, response: "554 5.7.1 No" })).toBe("554 5.7.1");
  expect(getRefusalCode({ code: 554, response: "554-5.7.1 No" })).toBe("554 5.7.1");
  expect(getRefusalCode({ code: 550, response: "550 No" })).toBe("550");
});
