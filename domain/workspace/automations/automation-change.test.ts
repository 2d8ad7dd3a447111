import { expect, it } from "vitest";
import { DestinationKind, WebhookMethod } from "../../enumerations.ts";
import { byEmail, byFtp, reference, texts } from "../workspace-for-tests.ts";
import { detokenizeFields, referencesInFields } from "./automation-change.ts";
import { fieldsOfDestination, secretFields } from "./automation-fields.ts";
import { isSecretReference, mapVaultTexts } from "./destination.ts";

const secret = `sv:${"s".repeat(22)}`;

it("a secret in any field is neither read from the vault nor shown", () => {
  const changes = [
    { field: "ReportDestination.Webhook.Url", from: reference("a"), to: secret },
    { field: "ReportDestination.Email.ToMail", from: [secret], to: [reference("b"), secret] },
  ] as const;
  expect(referencesInFields(changes)).toEqual([reference("a"), reference("b")]);
  const opened = new Map([...texts, [secret, "Sesame"]]);
  expect(detokenizeFields(changes, opened)).toEqual([
    { field: "ReportDestination.Webhook.Url", from: "ann@example.com", to: secret },
    { field: "ReportDestination.Email.ToMail", from: [secret], to: ["bob@example.com", secret] },
  ]);
});

it("the fields with secrets are those that the vault stores as secrets", () => {
  const destinations = [
    byEmail({ fromName: "f", replyTo: "r", subject: "s", message: "m" }),
    byFtp(),
    { kind: DestinationKind.Webhook, method: WebhookMethod.Get, url: "u" } as const,
    { kind: DestinationKind.PublicUrl, reportName: "n" } as const,
  ];
  const found = destinations.flatMap((destination) => {
    const tokenized = mapVaultTexts(destination, (_text, under) => `${under}${"x".repeat(22)}`);
    return Object.entries(fieldsOfDestination(tokenized)).flatMap(([field, value]) =>
      [value].flat().some(isSecretReference) ? [field] : [],
    );
  });
  expect(found).toEqual(secretFields);
});
