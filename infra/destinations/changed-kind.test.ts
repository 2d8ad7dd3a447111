import { expect, it } from "vitest";
import { closedAfterEach } from "#tests/protocols/closed-after-each.ts";
import { aDelivery, failure, never, newDestinations } from "#tests/protocols/destinations-for-tests.ts";
import { startHttp } from "#tests/protocols/http-server.ts";
import { startScriptedSmtp } from "#tests/protocols/scripted-smtp.ts";
import { startSmtp } from "#tests/protocols/smtp-server.ts";
import { createSmtpMail } from "../mail/smtp.ts";
import { defaultSmtpTimeouts } from "../mail/smtp-watch.ts";
import type { EmailDestination, WebhookDestination } from "../ports/destination.ts";
import { createDeliveryProgressStore } from "./delivery-progress.ts";

/** A destination that changes between two tries keeps the progress of the first. */

const smtpServer = closedAfterEach(startSmtp);
const scripted = closedAfterEach(startScriptedSmtp);
const httpServer = closedAfterEach(() => startHttp());

const [ann, bob, cy] = ["ann@partner.example", "bob@partner.example", "cy@partner.example"];
const mailTo = (...recipients: string[]): EmailDestination => ({
  kind: "email",
  recipients,
  ...{ fromName: "", replyTo: "", subject: "", message: "", asLink: false },
});
const refusing = async (): Promise<WebhookDestination> => {
  const server = await httpServer();
  server.answer = { status: 500 };
  return { kind: "webhook", method: "POST", url: `${server.origin}/in`, secret: "s3cret" };
};

it("a recipient who has the report gets no second mail after the destination was a webhook for a while", async () => {
  const smtp = await smtpServer();
  const { destinations } = newDestinations({ mail: smtp.mail });
  smtp.refuses.set(cy, 450);
  await failure(destinations.deliver(aDelivery(mailTo(ann, bob, cy)), never));
  await failure(destinations.deliver(aDelivery(await refusing()), never));
  smtp.refuses.clear();
  await destinations.deliver(aDelivery(mailTo(ann, bob, cy)), never);
  expect(smtp.arrived.map(({ to }) => to)).toEqual([[ann, bob], [cy]]);
});

it("a recipient who has the report gets no second mail after being off the list for a while", async () => {
  const smtp = await smtpServer();
  const { destinations } = newDestinations({ mail: smtp.mail });
  smtp.refuses.set(cy, 450);
  await failure(destinations.deliver(aDelivery(mailTo(ann, bob, cy)), never));
  await failure(destinations.deliver(aDelivery(mailTo(cy)), never));
  smtp.refuses.clear();
  await destinations.deliver(aDelivery(mailTo(ann, bob, cy)), never);
  expect(smtp.arrived.map(({ to }) => to)).toEqual([[ann, bob], [cy]]);
});

it("a mail whose answer was lost twice isn't sent a third time after the destination was a webhook for a while", async () => {
  const server = await scripted({ END: "silence" });
  const mail = createSmtpMail({
    url: server.url,
    from: "no-reply@sheaf.example",
    timeouts: { ...defaultSmtpTimeouts, endMs: 300 },
  });
  const { destinations } = newDestinations({ mail });
  const tried = () => failure(destinations.deliver(aDelivery(mailTo(ann)), never));
  await tried();
  await tried();
  await failure(destinations.deliver(aDelivery(await refusing()), never));
  expect((await tried()).message).toContain("lost both times");
  expect(server.heard.filter((what) => what === "END")).toHaveLength(2);
});

it("mail progress recorded by an earlier version of Sheaf still counts", async () => {
  const smtp = await smtpServer();
  const { destinations, stateStore } = newDestinations({ mail: smtp.mail });
  smtp.refuses.set(cy, 450);
  await failure(destinations.deliver(aDelivery(mailTo(ann, cy)), never));
  const notes = createDeliveryProgressStore(stateStore, { wall: () => new Date() });
  const note = await notes.readHandover("email", "run-1");
  if (note === undefined) throw new Error("There is no recorded progress.");
  await stateStore.delete("delivery:run-1:email");
  await notes.write("run-1", note);
  smtp.refuses.clear();
  await destinations.deliver(aDelivery(mailTo(ann, cy)), never);
  expect(smtp.arrived.map(({ to }) => to)).toEqual([[ann], [cy]]);
});
