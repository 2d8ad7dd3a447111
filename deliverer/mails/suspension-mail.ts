import { resolveZone } from "#domain/dates/resolve-zone.ts";
import { composeAlert } from "#domain/ledger/alert-mail.ts";
import { ledgerDecider } from "#domain/ledger/decider.ts";
import { isAnyArrived } from "#domain/ledger/missing.ts";
import { isRetried } from "#domain/ledger/status.ts";
import { shopDecider } from "#domain/shop/decider.ts";
import { findFileConflicts } from "#domain/workspace/automations/file-conflicts.ts";
import { workspaceDecider } from "#domain/workspace/decider.ts";
import { isMailAddress, type MailMessage } from "#infra/ports/mail.ts";
import type { MailDeps } from "../deps.ts";
import { type SuspensionAlert, toMailId } from "./mail-job.ts";

/**
 * The mail about a stopped automated report, to the shop's alert address (AutomSendToMail) or else its own. Undefined
 * if the shop or the report is gone, or all addresses were erased.
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
  const references = [shop.alertAddress, shop.profile.emailRef].filter((reference) => reference !== "");
  const known = await vault.readAll(references);
  // The alert address may be erased.
  const address = references
    .map((reference) => known.get(reference))
    .find((text) => text !== undefined && isMailAddress(text));
  if (address === undefined) return undefined;
  const others = workspace.automations.filter(({ enabled }) => enabled);
  const sameFiles = findFileConflicts(automation, others).map(({ title }) => title);
  // The mail server may have been down until after the merchant fixed the report.
  const startedAgain = ledger.suspended === null || isRetried(ledger);
  const link = `${appUrl}/Automation/History/${encodeURIComponent(automationId)}`;
  return {
    id: toMailId(alert),
    owner: { tenant, shop: shop.shop },
    automatic: true,
    to: [address],
    ...composeAlert({
      ...alert,
      title: automation.title,
      zone: resolveZone(shop.profile.ianaTimezone),
      startedAgain,
      mayHaveArrived: isAnyArrived(ledger.missing),
      sameFiles,
      link,
    }),
    date: new Date(instant),
  };
};
