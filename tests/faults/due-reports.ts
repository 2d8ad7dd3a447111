import { createCommandRunner } from "#application/commands/command-runner.ts";
import { setTenant } from "#application/session/shop-names.ts";
import { toLocalTime } from "#domain/dates/local-time.ts";
import { DestinationKind, FileType, FtpProtocol, WebhookMethod } from "#domain/enumerations.ts";
import { upcasters } from "#domain/event-schemas.ts";
import { noFeature } from "#domain/shop/features-for-tests.ts";
import { type AutomationSchedule, dailySchedule } from "#domain/workspace/automations/automation.ts";
import type { Destination } from "#domain/workspace/automations/destination.ts";
import { createOutboundHttp } from "#infra/http-out/create-outbound-http.ts";
import { createFakeClock, type FakeClock } from "#infra/memory/clock.ts";
import { createStorePlatform } from "#infra/store-platform/create-store-platform.ts";
import type { Stores } from "#infra/stores/open-stores.ts";
import { createSystemClock } from "#infra/system/clock.ts";
import { createSystemIds } from "#infra/system/ids.ts";
import { consent } from "#tests/support/consent.ts";
import { kept } from "#tests/support/delivering.ts";
import { type GivenAutomation, makeAutomation } from "#tests/support/given-automation.ts";
import { merchantCommands } from "#tests/support/merchant-commands.ts";
import { startHttp } from "../protocols/http-server.ts";
import { startSftp } from "../protocols/sftp-server.ts";
import { startSmtp } from "../protocols/smtp-server.ts";

export const borealis = { tenant: "7a9f0b6e-0000-4000-8000-000000000001", shop: "borealis-demo" };
const zone = "Europe/Athens";
const secret = "sheaf-demo-secret";
const minute = 60_000;

export const startReceivers = async () => {
  const [smtp, http, sftp] = await Promise.all([startSmtp(), startHttp(), startSftp()]);
  const closing = [smtp, http, sftp];
  return { smtp, http, sftp, close: () => Promise.all(closing.map((one) => one.close())) };
};
export type Receivers = Awaited<ReturnType<typeof startReceivers>>;

export const partner = "ann@partner.example";
export const owner = "owner@borealis.example";

/** One report to each kind of receiver. */
export const destinationsOf = ({ http, sftp }: Receivers): Destination[] => [
  {
    kind: DestinationKind.Email,
    recipients: [partner],
    ...{ fromName: "", replyTo: "", subject: "", message: "", asLink: false },
  },
  { kind: DestinationKind.Webhook, method: WebhookMethod.Post, url: `${http.origin}/in` },
  {
    kind: DestinationKind.Ftp,
    protocol: FtpProtocol.SFTP,
    ...{ host: "127.0.0.1", port: sftp.port, directory: "/in", username: "partner", password: "sesame-4711" },
  },
];

const profileOf = (shop: string) => ({
  platformId: "1",
  name: shop,
  myshopifyDomain: `${shop}.myshopify.com`,
  ianaTimezone: zone,
  currencyCode: "EUR",
  moneyFormat: "{{amount}}",
  weightUnit: "KILOGRAMS",
  taxesIncluded: false,
  plan: "Advanced",
  primaryLocale: "en",
});

/** Daily, at the time of day of so many minutes ago. */
export const dailyAt = (minutesAgo: number): AutomationSchedule => {
  const { hour, minute: past } = toLocalTime(new Date(Date.now() - minutesAgo * minute).toISOString(), zone);
  return { ...dailySchedule, customHour: hour * 60 + past };
};

/** The shop's day, `YYYY-MM-DD`, of so many hours ago. */
export const dayOf = (hoursAgo: number): string =>
  toLocalTime(new Date(Date.now() - hoursAgo * 60 * minute), zone).toISODate() ?? "";

/** A shop that logs in now, by a clock that tests move, and what its merchant does there. */
export const givenShop = async (
  { eventStore, stateStore, vault }: Stores,
  origin: string,
  { tenant, shop }: { tenant: string; shop: string },
  clock: FakeClock,
) => {
  const platform = createStorePlatform({
    urlTemplate: `${origin}/{shop}`,
    clientId: "sheaf-demo",
    clientSecret: secret,
    http: createOutboundHttp({ allowPrivate: true }),
    stateStore,
    vault,
    clock: createSystemClock(),
  });
  await consent(platform, { tenant, shop });

  const runner = createCommandRunner({ eventStore, stateStore, clock, ids: createSystemIds(), upcasters });
  const { onShop, onWorkspace } = merchantCommands(runner, tenant);
  const emailRef = await vault.put(owner, { owner: tenant });
  await setTenant(stateStore, shop, tenant);
  await onShop({ type: "InstallShop", tenant, shop });
  await onShop({ type: "AuthorizeShop", scopes: ["read_orders"], profile: { ...profileOf(shop), emailRef } });
  await onShop({ type: "SelectTier" });
  const charge = { subscriptionId: "s", price: "1", currency: "USD", confirmationUrl: "https://x.example" };
  await onShop({ type: "RequestCharge", ...charge });
  await onShop({ type: "ActivateCharge", subscriptionId: "s" });
  await onWorkspace({ type: "CreateReportDesign", maxReports: 10, features: noFeature });
  await onWorkspace({ type: "CreateFilter", maxFilters: 10 });
  let reports = 0;
  return {
    tenant,
    runner,
    clock,
    onWorkspace,
    /** An automated report to each destination, started unless it is said otherwise; answers their ids. */
    automate: async (destinations: readonly Destination[], given: GivenAutomation = {}): Promise<string[]> => {
      const automationIds: string[] = [];
      for (const destination of destinations) {
        reports += 1;
        automationIds.push(
          await makeAutomation(runner, tenant, {
            // Two of one title would put files of the same name into one folder.
            title: `Report ${reports}`,
            fileType: FileType.Csv,
            schedule: dailyAt(3),
            ...given,
            destination: await kept(vault, tenant, destination),
          }),
        );
      }
      return automationIds;
    },
  };
};
export type GivenShop = Awaited<ReturnType<typeof givenShop>>;

/** A shop that logged in six minutes ago and made reports each with a slot of three minutes ago: due as soon as anybody looks. */
export const givenDueReports = async (
  stores: Stores,
  origin: string,
  destinations: readonly Destination[],
  { exportEmptyReports = true, ...shop }: { tenant: string; shop: string; exportEmptyReports?: boolean } = borealis,
): Promise<string[]> => {
  const clock = createFakeClock(new Date(Date.now() - 6 * minute));
  return (await givenShop(stores, origin, shop, clock)).automate(destinations, { exportEmptyReports });
};
