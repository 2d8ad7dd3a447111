import type { AutomationOnWire } from "#domain/wire/automations/automations.ts";
import type { Workspace } from "./support.ts";

/** A merchant who has just made an automated report of a design and a filter. */
export const givenMerchantWithReport = async (workspace: Workspace, shop?: string) => {
  const merchant = await workspace.givenMerchant(shop);
  await merchant.call("POST", "reports/create-new");
  const { id: report_filter_id } = await merchant.create();
  const automation = (await merchant.call<AutomationOnWire>("POST", "automations/create-new", { report_filter_id }))
    .data;
  return { merchant, automation };
};

export type MerchantWithReport = Awaited<ReturnType<typeof givenMerchantWithReport>>;
