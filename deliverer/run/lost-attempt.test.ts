import { expect, it } from "vitest";
import { DestinationKind } from "#domain/enumerations.ts";
import { runDecider } from "#domain/run/decider.ts";
import { createSmtpMail } from "#infra/mail/smtp.ts";
import type { Destinations } from "#infra/ports/destination.ts";
import { type ScriptedSmtp, startScriptedSmtp } from "#tests/protocols/scripted-smtp.ts";
import { setUpDeliverer } from "#tests/support/deliverer-for-tests.ts";

const to = {
  kind: DestinationKind.Email,
  recipients: ["ann@partner.example", "bob@partner.example"],
  fromName: "",
  replyTo: "",
  subject: "",
  message: "",
  asLink: false,
} as const;
const refusesBob: ScriptedSmtp["script"] = {
  RCPT: (line) => (line.includes("bob@") ? "550 5.1.1 User unknown" : "250 Ok"),
};

/** Runs a delivery whose first worker dies in `deliver`, then a second one. */
const deliverTwice = async (
  deliver: (original: Destinations["deliver"]) => Destinations["deliver"],
  scripts: readonly [ScriptedSmtp["script"], ScriptedSmtp["script"]],
) => {
  const server = await startScriptedSmtp(scripts[0]);
  const mail = createSmtpMail({ url: server.url, from: "no-reply@sheaf.example" });
  const sheaf = await setUpDeliverer({ mail });
  const run = await sheaf.givenRunTo({ ...to, recipients: [...to.recipients] });
  const { destinations } = sheaf.deps;
  await sheaf.work({ destinations: { ...destinations, deliver: deliver(destinations.deliver) } });
  sheaf.clock.advance(60_000);
  server.script = scripts[1];
  await sheaf.work();
  await server.close();
  const [, started, ended] = await sheaf.deliveries(run.runId);
  const { state } = await sheaf.ports.runner.load(runDecider, run.runId);
  return { started, ended, state, taken: server.taken };
};

it("if a worker dies before sending, the mail is known not to have arrived", async () => {
  const dies: Destinations["deliver"] = () => Promise.reject(new Error("killed"));
  const { started, ended, state } = await deliverTwice(() => dies, [{}, { RCPT: "450 4.2.0 Greylisted" }]);
  expect(started?.data).toMatchObject({ attempt: 2, previousSentNothing: true });
  expect(ended).toMatchObject({
    type: "DeliveryFailed",
    data: { kind: "deferred", reason: "The recipients' mail server isn't accepting mail for them now." },
  });
  expect(state).toMatchObject({ mayHaveArrived: false });
});

it("if a worker dies after its receipt was recorded, nobody who got the mail is in doubt", async () => {
  const { started, ended, taken } = await deliverTwice(
    (original) =>
      async (...args) => {
        await original(...args);
        throw new Error("killed");
      },
    [refusesBob, {}],
  );
  expect(started?.data).toMatchObject({ attempt: 2, previousSentNothing: true, previousReached: 1 });
  expect(ended).toMatchObject({ type: "DeliveryConfirmed", data: { receipt: { to: "1 of 2 recipients" } } });
  expect(ended?.data).not.toHaveProperty("receipt.mayHaveIt");
  expect(taken).toEqual([["ann@partner.example"]]);
});
