import { afterEach, beforeEach, expect, it } from "vitest";
import { DateRange, FileType, Frequency } from "#domain/enumerations.ts";
import type { RunDetails } from "#domain/wire/automations/automation-history.ts";
import { describeGoneChosenOnWire } from "#domain/wire/reports/gone-orders.ts";
import type { ExportJob } from "#domain/wire/reports/reporting.ts";
import type { JsonObject } from "#infra/ports/json.ts";
import { type Automated, ordersOn, startAutomated } from "./automated-runs.ts";

let sheaf: Automated;
let orders: JsonObject[];
beforeEach(async () => {
  orders = ordersOn(18, 19, 20, 21);
  sheaf = await startAutomated(orders);
});
afterEach(() => sheaf.close());

/** Deletes an order in the store. */
const remove = (name: string): void => {
  orders.splice(
    orders.findIndex((order) => order.name === name),
    1,
  );
};

it("a manual report says how many of the chosen orders are gone, on its item", async () => {
  const merchant = await sheaf.merchant();
  const [design] = (await sheaf.workspace()).reports;
  const SelectedOrderIds = orders.map(({ id }) => String(id));
  for (const name of ["#18", "#19", "#20"]) remove(name);
  const { data: requested } = await merchant.call<ExportJob>("POST", "reporting/generateReport", {
    ReportId: design?.reportId,
    FileType: FileType.Html,
    UserOrderFilters: {
      report_filter_id: null,
      order_date_range: DateRange.noFilter,
      order_date_from: null,
      order_date_to: null,
    },
    SelectedOrderIds,
    EmptyExpected: false,
  });
  expect(requested.GoneChosen).toBeNull();
  await sheaf.settle();
  const { data: jobs } = await (await sheaf.merchant()).call<ExportJob[]>("GET", "reporting/getExportList");
  const [job] = jobs;
  if (!job) throw new Error("There is no report.");
  expect(job).toMatchObject({ Orders: 1, GoneChosen: { Gone: 3, Of: 4 }, GoneCarried: [] });
  expect(describeGoneChosenOnWire(job.GoneChosen)).toEqual(["3 of the 4 chosen orders are no longer in the store."]);
});

it("an automated report says that an order left out earlier is gone, in its e-mail, history and run", async () => {
  const id = await sheaf.automate({ frequency: Frequency.Daily });
  Object.assign(orders[2] ?? {}, { unread: ["lineItems"] });
  await sheaf.runUntil("2026-11-21T06:00:00Z");
  expect((await sheaf.historyOf(id))[0]).toMatchObject({ Unread: [{ Order: "#20", LeftOut: true }], GoneCarried: [] });
  remove("#20");
  await sheaf.runUntil("2026-11-22T06:00:00Z");
  const [item] = await sheaf.historyOf(id);
  expect(item).toMatchObject({ Outcome: "delivered", Unread: [], Late: [], GoneCarried: ["#20"] });
  const said = "Order #20, which an earlier report lacked, is no longer in the store.";
  expect(sheaf.mail.sent[1]?.text.split("\n\n")).toContain(said);
  const { data } = await (await sheaf.merchant()).call<RunDetails>("GET", `automations/get-run/${item?.RunId}`);
  expect(data.Events.map(({ Sentence }) => Sentence)).toContainEqual(expect.stringContaining(said));
  // The next one has nothing to say about it.
  await sheaf.runUntil("2026-11-23T06:00:00Z");
  expect((await sheaf.historyOf(id))[0]).toMatchObject({ GoneCarried: [] });
});
