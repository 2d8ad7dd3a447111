import { afterEach, expect, it } from "vitest";
import { DestinationKind } from "#domain/enumerations.ts";
import { deriveDisclosures } from "#domain/run/disclosure.ts";
import type { EmailSetup } from "#domain/workspace/automations/destination.ts";
import { createSmtpMail } from "#infra/mail/smtp.ts";
import { type ScriptedSmtp, startScriptedSmtp } from "#tests/protocols/scripted-smtp.ts";
import { setUpDeliverer } from "#tests/support/deliverer-for-tests.ts";

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

const to = (...recipients: string[]): EmailSetup => ({
  kind: DestinationKind.Email,
  recipients,
  ...{ fromName: "", replyTo: "", subject: "", message: "", asLink: false },
});

/** A run whose list can be retyped between its tries. `tryTo` returns the newest event. */
const given = async (...recipients: string[]) => {
  const server = await startScriptedSmtp();
  closing.push(async () => server.close());
  const sheaf = await setUpDeliverer({ mail: createSmtpMail({ url: server.url, from: "no-reply@sheaf.example" }) });
  const automationId = await sheaf.givenReport(to(...recipients));
  const { runId, job } = await sheaf.givenRun(automationId);
  const tryTo = async (script: ScriptedSmtp["script"]) => {
    server.script = script;
    await sheaf.again(job);
    await sheaf.work();
    return (await sheaf.deliveries(runId)).at(-1);
  };
  const retypeAs = (...list: string[]) => sheaf.edit(automationId, to(...list));
  return { sheaf, runId, tryTo, retypeAs };
};

const refuses = (name: string, answer: string) => ({
  RCPT: (line: string) => (line.toLowerCase().includes(name) ? answer : "250 Ok"),
});
const later = "450 4.2.0 Greylisted";

it.each([
  ["in upper case", ["ann@partner.example", "bob@partner.example"], ["Ann@Partner.example", "Bob@partner.example"]],
  [
    "as a domain in ASCII",
    ["ann@bücher.example", "bob@partner.example"],
    ["ann@xn--bcher-kva.example", "bob@partner.example"],
  ],
])("A recipient whose address is retyped counts once: %s", async (_, before, after) => {
  const { tryTo, retypeAs, sheaf, runId } = await given(...before);
  await tryTo(refuses("bob@", later));
  await retypeAs(...after);
  const event = await tryTo(refuses("bob@", later));
  expect(event).toMatchObject({ type: "DeliveryFailed", data: { arrived: { reached: 1, recipients: 2 } } });
  await retypeAs(...after, "cy@partner.example");
  expect(await tryTo(refuses("bob@", later))).toMatchObject({ data: { arrived: { reached: 2, recipients: 3 } } });
  const ended = await tryTo(refuses("bob@", "550 5.1.1 User unknown"));
  expect(ended).toMatchObject({ type: "DeliveryConfirmed", data: { receipt: { to: "2 of 3 recipients" } } });
  const dated = (await sheaf.deliveries(runId)).map((one) => ({ ...one, instant: "2026-11-20T12:00:00.000Z" }));
  const disclosed = deriveDisclosures(dated).flatMap(({ recipients, certain }) => (certain ? recipients : []));
  const texts = await sheaf.ports.vault.readAll(disclosed);
  expect(disclosed.map((one) => texts.get(one))).toEqual([before[0], "cy@partner.example"]);
});

it("A retyped address counts anew if the one before was erased", async () => {
  const { tryTo, retypeAs, sheaf } = await given("ann@partner.example", "bob@partner.example");
  const event = await tryTo(refuses("bob@", later));
  if (event?.type !== "DeliveryFailed") throw new Error("It didn't fail.");
  for (const reference of event.data.newlyReached ?? []) await sheaf.ports.vault.erase(reference);
  await retypeAs("Ann@partner.example", "bob@partner.example");
  expect(await tryTo(refuses("bob@", later))).toMatchObject({ data: { arrived: { recipients: 3 } } });
});
