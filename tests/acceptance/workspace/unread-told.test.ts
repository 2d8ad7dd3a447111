import { afterEach, beforeEach, expect, it } from "vitest";
import { Frequency } from "#domain/enumerations.ts";
import type { RunDetails } from "#domain/wire/automations/automation-history.ts";
import type { JsonObject } from "#infra/ports/json.ts";
import { type Automated, ordersOn, startAutomated } from "./automated-runs.ts";

let sheaf: Automated;
let orders: JsonObject[];
beforeEach(async () => {
  orders = ordersOn(20, 21);
  sheaf = await startAutomated(orders);
});
afterEach(() => sheaf.close());

it("a report that leaves out an unreadable order says so in its e-mail, history and run", async () => {
  // Without it the report is empty, and goes out all the same.
  const id = await sheaf.automate({ frequency: Frequency.Daily }, { exportEmptyReports: false });
  Object.assign(orders[0] ?? {}, { unread: ["lineItems"] });
  await sheaf.runUntil("2026-11-20T22:05:00Z", 1);
  expect((await sheaf.historyOf(id))[0]?.Tries.at(-1)?.Reason).toMatch(
    /^Order #20: .*couldn't be read from your store/,
  );
  expect(sheaf.mail.sent).toEqual([]);
  await sheaf.runUntil("2026-11-21T06:00:00Z");
  const [item] = await sheaf.historyOf(id);
  expect(item).toMatchObject({ Outcome: "delivered", Unread: [{ Order: "#20", LeftOut: true }] });
  expect(sheaf.mail.sent[0]?.text).toMatch(/\n\nWithout #20: .*couldn't be read from your store\./);
  const { data } = await (await sheaf.merchant()).call<RunDetails>("GET", `automations/get-run/${item?.RunId}`);
  const said = data.Events.map(({ Sentence }) => Sentence).filter((sentence) => sentence.includes("without #20"));
  expect(said).toEqual([
    "The report is ready: 0 orders in 0 rows, without #20.",
    expect.stringMatching(/^The report of .* was delivered, without #20\.$/),
  ]);
});

it("the report that includes such an order later says so in its e-mail, history and run", async () => {
  const id = await sheaf.automate({ frequency: Frequency.Daily });
  const [first] = orders;
  Object.assign(first ?? {}, { unread: ["lineItems"] });
  await sheaf.runUntil("2026-11-21T06:00:00Z");
  if (first) delete first.unread;
  await sheaf.runUntil("2026-11-22T06:00:00Z");
  const [item] = await sheaf.historyOf(id);
  expect(item).toMatchObject({ Outcome: "delivered", Unread: [], Late: ["#20"] });
  expect(sheaf.mail.sent[1]?.text).toContain("\n\nWith #20, which an earlier report lacked.");
  const { data } = await (await sheaf.merchant()).call<RunDetails>("GET", `automations/get-run/${item?.RunId}`);
  expect(data.Events.map(({ Sentence }) => Sentence)).toContainEqual(
    expect.stringMatching(/^The report is ready: .*, with #20 from an earlier report\.$/),
  );
});
