import { expect, it } from "vitest";
import { isRefusal } from "#domain/core/decider.ts";
import { DestinationKind } from "#domain/enumerations.ts";
import type { ExportCommand } from "#domain/export/commands.ts";
import { exportDecider } from "#domain/export/decider.ts";
import { reportMailPrefix } from "#domain/run/run-ids.ts";
import { createMemoryMail } from "#infra/memory/mail.ts";
import { setUpDeliverer, tenant } from "#tests/support/deliverer-for-tests.ts";

type Sheaf = Awaited<ReturnType<typeof setUpDeliverer>>;
type Run = Awaited<ReturnType<Sheaf["givenRunTo"]>>;

const byEmail = {
  kind: DestinationKind.Email,
  recipients: ["ann@partner.example"],
  fromName: "",
  replyTo: "",
  subject: "",
  message: "",
  asLink: false,
};

const eraseFile = async ({ ports: { runner } }: Sheaf, { exportId }: Run): Promise<void> => {
  const erased = await runner.execute(
    exportDecider,
    exportId,
    (context): ExportCommand => ({ type: "EraseExportFile", because: "customer", request: "p", context }),
    { tenant, actor: { kind: "system", part: "upkeep" }, correlation: "c" },
  );
  if (isRefusal(erased)) throw new Error(erased.message);
};

/** Parts that an erasure removes before it empties the outbox. */
const erasures: [string, (sheaf: Sheaf, run: Run) => Promise<unknown>][] = [
  ["its file", eraseFile],
  ["a recipient", ({ ports: { vault } }) => vault.eraseOwner(tenant)],
  ["its shop", ({ onShop }) => onShop((context) => ({ type: "UninstallShop", webhookId: "w", context }))],
];

/**
 * A report by e-mail of a shop without a mail server. `meanwhile` runs after the mail is composed and before it is in
 * the outbox.
 */
const given = async (meanwhile: (sheaf: Sheaf, run: Run) => Promise<unknown>) => {
  const outbox = createMemoryMail();
  const { send } = outbox;
  const sheaf = await setUpDeliverer({ mail: outbox, outbox });
  const run = await sheaf.givenRunTo({ ...byEmail, recipients: [...byEmail.recipients] });
  outbox.send = async (message) => {
    await meanwhile(sheaf, run);
    expect(await outbox.removeOfTenant(tenant, reportMailPrefix)).toBe(0);
    return send(message);
  };
  return { sheaf, run, outbox };
};

it.each(erasures)("a report is not left in the outbox if %s is erased while it is being written", async (_, erase) => {
  const { sheaf, run, outbox } = await given(erase);
  await sheaf.work();
  expect(outbox.sent).toEqual([]);
  expect((await sheaf.deliveries(run.runId)).at(-1)).toMatchObject({
    type: "DeliveryFailed",
    data: { kind: "lasting" },
  });
});

it("a report is removed from the outbox by the next worker if its worker was killed after that", async () => {
  const { sheaf, outbox } = await given(async () => undefined);
  const { destinations } = sheaf.deps;
  const killed = () => Promise.reject(new Error("killed"));
  await sheaf.work({
    destinations: { ...destinations, deliver: (...asked) => destinations.deliver(...asked).then(killed) },
  });
  expect(outbox.sent).toHaveLength(1);
  await sheaf.ports.vault.eraseOwner(tenant);
  sheaf.clock.advance(60_000);
  await sheaf.work();
  expect(outbox.sent).toEqual([]);
});

it("a report that a mail server accepted counts as delivered, even if its data is erased in the meantime", async () => {
  const mail = createMemoryMail();
  const { send } = mail;
  const sheaf = await setUpDeliverer({ mail });
  const run = await sheaf.givenRunTo({ ...byEmail, recipients: [...byEmail.recipients] });
  mail.send = async (message) => {
    await eraseFile(sheaf, run);
    return send(message);
  };
  await sheaf.work();
  expect(mail.sent).toHaveLength(1);
  expect((await sheaf.deliveries(run.runId)).at(-1)).toMatchObject({ type: "DeliveryConfirmed" });
});
