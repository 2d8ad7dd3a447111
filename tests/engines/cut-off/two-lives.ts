import { createHash } from "node:crypto";
import type { ListedAutomation } from "#domain/wire/automations/automations.ts";
import {
  createDesign,
  download,
  generate,
  logIn,
  type Merchant,
  type Range,
  waitForExport,
} from "#tests/support/merchant.ts";
import { until } from "#tests/support/until.ts";
import type { SetUp } from "../acceptance/set-ups.ts";
import { editedDesign, editedFilter, type Receivers } from "../acceptance/two-days.ts";
import { arrivals, type Fact, type Group, received, startReports, testReports } from "./reports.ts";

export const shop = "borealis-demo";
export const minute = 60_000;
/** For a busy machine, ms. */
export const patience = 300_000;

/** The initial state of each of the two lives. */
export const begun = async (merchant: Merchant) => {
  const design = await editedDesign(merchant, await createDesign(merchant));
  const filter = await editedFilter(merchant);
  return { reportId: design.id, filterId: filter.id };
};

/** Resolves when every report has arrived and everything is idle. */
export const allDelivered = async ({ client }: Merchant, receivers: Receivers, groups: readonly Group[]) => {
  const ids = groups.flatMap(({ reports }) => Object.values(reports));
  let seen: ListedAutomation[] = [];
  const areThey = async () => {
    const all = await client.data<ListedAutomation[]>("GET", "automations/get-automations");
    seen = all.filter(({ id }) => ids.includes(id));
    // A test and a slot to each receiver of four.
    if (arrivals(receivers) < groups.length * 8) return false;
    return seen.every(({ last_run, under_way }) => last_run?.Outcome === "delivered" && under_way !== true);
  };
  const picture = () =>
    `${arrivals(receivers)} arrived; ${JSON.stringify(seen.map(({ title, last_run, under_way, failed_reason }) => [title, last_run?.Outcome, under_way, failed_reason]))}`;
  await until("all is delivered", areThey, { within: patience, every: 250, picture });
};

/** The same reports on one folder with a set clock: their deliveries, and the hash of an export of the load. */
export const onOneFolder = async (
  setUp: SetUp,
  receivers: Receivers,
  given: { groups: readonly Group[]; range: Range },
): Promise<{ facts: Fact[]; exported: string }> => {
  const slots = given.groups.map(({ at }) => at);
  await setUp.begin(new Date(Math.min(...slots) - 10 * minute).toISOString());
  const merchant = await logIn(setUp, shop, { patience, insists: true });
  const { reportId, filterId } = await begun(merchant);
  const groups: Group[] = [];
  for (const { name, at } of given.groups) {
    const group = await startReports(merchant, receivers, { name, at, reportId, filterId });
    groups.push(group);
    await testReports(merchant, group);
  }
  const { ReportExportId } = await generate(merchant, reportId, { range: given.range, filterId });
  const file = await download(merchant, await waitForExport(merchant, ReportExportId, patience));
  const areTested = () => arrivals(receivers) === groups.length * 4;
  await until("all tests are delivered", areTested, { within: patience });
  await setUp.end();
  await setUp.begin(new Date(Math.max(...slots) + 2 * minute).toISOString());
  const again = await logIn(setUp, shop, { patience, insists: true });
  await allDelivered(again, receivers, groups);
  const facts = await received(receivers, again, groups);
  await setUp.end();
  return { facts, exported: createHash("sha256").update(file).digest("hex") };
};
