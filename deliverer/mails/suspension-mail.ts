import { knownZone } from "#domain/dates/known-zone.ts";
import { alertWords } from "#domain/ledger/alert-words.ts";
import { ledgerDecider } from "#domain/ledger/decider.ts";
import { isRetried } from "#domain/ledger/status.ts";
import { shopDecider } from "#domain/shop/decider.ts";
import { sharingFiles } from "#domain/workspace/automations/file-place.ts";
import { workspaceDecider } from "#domain/workspace/decider.ts";
import { isMailAddress, type MailMessage } from "#infra/ports/mail.ts";
import type { MailDeps } from "../deps.ts";
import { mailIdOf, type SuspensionAlert } from "./mail-job.ts";

/**
 * The mail of an automated report that was stopped, to where its shop wants alerts (AutomSendToMail), else to the shop's own address. Undefined
 * when nobody is left to tell: the shop or the report is gone, or all addresses were erased.
 */
export const suspensionMail = async (
  { runner, vault, appUrl }: Pick<MailDeps, "runner" | "vault" | "appUrl">,
  alert: SuspensionAlert,
): Promise<MailMessage | undefined> => {
  const { tenant, automationId, instant } = alert;
  const [{ state: shop }, { state: workspace }, { state: ledger }] = await Promise.all([
    runner.load(shopDecider, tenant),
    runner.load(workspaceDecider, tenant),
    runner.load(ledgerDecider, automationId),
  ]);
  const automation = workspace.automations.find((one) => one.automationId === automationId);
  if (shop.status !== "authorized" || !automation) return undefined;
  const places = [shop.alertAddress, shop.profile.emailRef].filter((reference) => reference !== "");
  const known = await vault.readAll(places);
  // Nobody must miss it because the address for alerts was erased.
  const address = places
    .map((reference) => known.get(reference))
    .find((text) => text !== undefined && isMailAddress(text));
  if (address === undefined) return undefined;
  const others = workspace.automations.filter(({ enabled }) => enabled);
  const sameFiles = sharingFiles(automation, others).map(({ title }) => title);
  // A mail server that was away for hours may get it when the merchant has helped himself.
  const startedAgain = ledger.suspended === null || isRetried(ledger);
  const link = `${appUrl}/Automation/History/${encodeURIComponent(automationId)}`;
  return {
    id: mailIdOf(alert),
    of: { tenant, shop: shop.shop },
    automatic: true,
    to: [address],
    ...alertWords({
      ...alert,
      title: automation.title,
      zone: knownZone(shop.profile.ianaTimezone),
      startedAgain,
      sameFiles,
      link,
    }),
    date: new Date(instant),
  };
};
