import { FileType } from "#domain/enumerations.ts";
import type { AutomationInfo } from "#domain/wire/automations/automation-info.ts";
import type { AutomationOnWire } from "#domain/wire/automations/automations.ts";
import type { Filter } from "#domain/wire/filters/filters.ts";
import { createDesign, generate, type Merchant, waitForExport } from "#tests/support/merchant.ts";
import { until } from "#tests/support/until.ts";

/** A shop's daily actions, by HTTP as the screens do them. */
export type Doing = { name: string; times: number; work(merchant: Merchant): Promise<void> };

const saves = 3;

/** A filter made and saved three times, and a report design too, like an afternoon's work at the screens. */
const edit = async (merchant: Merchant): Promise<void> => {
  const { client } = merchant;
  let filter = await client.data<Filter>("POST", "filters/create-new");
  const design = await createDesign(merchant);
  for (let n = 0; n < saves; n += 1) {
    filter = await client.data<Filter>("PUT", "filters/update-filter", {
      ...filter,
      title: `Filter ${filter.id.slice(0, 8)} ${n}`,
    });
    await client.data("PUT", "reports/update", { ...design, title: `Design ${design.id.slice(0, 8)} ${n}` });
  }
};

const exportOnce = async (merchant: Merchant): Promise<void> => {
  const design = await createDesign(merchant);
  const { ReportExportId } = await generate(merchant, design.id, { range: { kind: "noFilter" } });
  await waitForExport(merchant, ReportExportId);
};

/** A run that is asked for leads on as every run: frozen, exported, delivered by e-mail, settled. */
const run =
  (made: { id?: string }) =>
  async ({ client }: Merchant): Promise<void> => {
    if (made.id === undefined) {
      const { id: report_filter_id } = await client.data<{ id: string }>("POST", "filters/create-new");
      const fresh = await client.data<AutomationOnWire>("POST", "automations/create-new", { report_filter_id });
      await client.data("PUT", "automations/update-automation", { ...fresh, status: 0, file_type: FileType.Csv });
      made.id = fresh.id;
      return;
    }
    const { id } = made;
    await client.data("POST", "automations/test-automation/", id);
    const info = () => client.data<AutomationInfo>("GET", `automations/automation-info/${id}`);
    await until("the run is over", async () => (await info()).UnderWay === null, { within: 60_000, every: 200 });
  };

export const doings = (): Doing[] => {
  const made: { id?: string } = {};
  return [
    { name: "an edit session (a filter and a design made, each saved three times)", times: 3, work: edit },
    { name: "a manual export of 300 orders, of a design made for it", times: 3, work: exportOnce },
    { name: "an automated report made and started", times: 1, work: run(made) },
    { name: "an automated run, delivered by e-mail", times: 4, work: run(made) },
  ];
};
