import type { AutomationInfo } from "#domain/wire/automations/automation-info.ts";
import type { AutomationOnWire } from "#domain/wire/automations/automations.ts";
import { ledgerFor } from "#tests/support/given-ledger.ts";
import { givenMerchantWithReport } from "./merchant-with-report.ts";
import type { Workspace } from "./support.ts";

/** A merchant with a started automated report, changed as given, and what tests ask of it. The default is daily. */
export const givenStartedReport = async (workspace: Workspace, changes: object = {}) => {
  const { merchant, automation } = await givenMerchantWithReport(workspace);
  const { call } = merchant;
  const { id } = automation;
  const put = (body: object) => call<AutomationOnWire>("PUT", "automations/update-automation", body);
  await put({ ...automation, status: 0, ...changes });
  return {
    ...merchant,
    id,
    put,
    ledger: ledgerFor(workspace, merchant.tenant, id),
    read: async () => (await call<AutomationOnWire>("GET", `automations/get-automation/${id}`)).data,
    info: async () => (await call<AutomationInfo>("GET", `automations/automation-info/${id}`)).data,
    types: async () => (await workspace.eventStore.readStream(`automation-${id}`)).map(({ type }) => type),
  };
};
