import { DestinationKind } from "#domain/enumerations.ts";
import type { AutomationHistoryItem } from "#domain/wire/automations/automation-history.ts";
import type { AutomationDefinition, AutomationSchedule } from "#domain/workspace/automations/automation.ts";
import { createMemoryMail } from "#infra/memory/mail.ts";
import type { JsonObject } from "#infra/ports/json.ts";
import { automationForTests } from "#tests/support/automation-for-tests.ts";
import { setUpDeliverer } from "#tests/support/deliverer-for-tests.ts";
import { kept } from "#tests/support/delivering.ts";
import { startWorkspace } from "./support.ts";

export const ann = "ann@partner.example";
export const bob = "bob@partner.example";

/** An order on each of these days of November 2026, at noon UTC. */
export const ordersOn = (...days: number[]): JsonObject[] =>
  days.map((day) => ({
    id: `gid://shopify/Order/${day}`,
    name: `#${day}`,
    createdAt: `2026-11-${day}T12:00:00Z`,
    lineItems: [
      {
        id: `gid://shopify/LineItem/${day}`,
        title: "Thing",
        quantity: 1,
        originalUnitPriceSet: { shopMoney: { amount: "2.50" } },
        originalTotalSet: { shopMoney: { amount: "2.50" } },
      },
    ],
  }));

/** Everything in one process: web, projections, scheduler, exporter and deliverer, with a shop in Athens that is logged in. Close it. */
export const startAutomated = async (
  orders: JsonObject[],
  { pictures }: Pick<NonNullable<Parameters<typeof automationForTests>[2]>, "pictures"> = {},
) => {
  const web = await startWorkspace();
  const mail = createMemoryMail();
  const deliverer = await setUpDeliverer({ mail, beside: web });
  const world = await automationForTests(orders, "", { beside: web, deliverer: deliverer.deps, pictures });
  const { tenant } = world;
  await world.onShop({ type: "AcceptTerms", version: "2023-03-25", acceptsMarketing: false });
  /** A window that was logged in just now, and reads nothing older than what is there. */
  const merchant = async () => {
    const token = await web.sessions.issue({
      tenant,
      shop: "aurora-demo",
      epoch: await web.sessions.readEpoch(tenant),
    });
    const events = await web.eventStore.readAll({ limit: 100_000 });
    return web.windowOf(token, { position: events.at(-1)?.position });
  };
  const byMail = (...recipients: string[]): AutomationDefinition["destination"] => ({
    kind: DestinationKind.Email,
    recipients,
    fromName: "",
    replyTo: "",
    subject: "Orders",
    asLink: false,
    message: "",
  });
  return {
    ...world,
    web,
    mail,
    merchant,
    /** Handles the events of deliveries to public addresses. */
    hearPublications: deliverer.hear,
    /** An automated report that is sent to these by e-mail. */
    automate: async (
      schedule: Partial<AutomationSchedule>,
      given: Partial<AutomationDefinition> = {},
      recipients = [ann, bob],
    ) =>
      world.automate(schedule, {
        title: "Daily orders",
        destination: await kept(web.vault, tenant, byMail(...recipients)),
        ...given,
      }),
    historyOf: async (automationId: string, before = ""): Promise<AutomationHistoryItem[]> => {
      const path = `reporting/automation-history/${automationId}${before && `?before=${before}`}`;
      return (await (await merchant()).call<AutomationHistoryItem[]>("GET", path)).data;
    },
    close: web.close,
  };
};

export type Automated = Awaited<ReturnType<typeof startAutomated>>;
