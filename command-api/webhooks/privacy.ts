import { z } from "zod";
import type { PrivacyRequestKind } from "#domain/privacy/events.ts";
import { type NamedSubject, receivePrivacyRequest } from "../privacy/receive.ts";
import { parseSubject } from "./parse-subject.ts";
import { type DeliveryOfUnknownShop, defineWebhookTopic } from "./topic.ts";

/** Other fields may have any form: an unreadable request must be carried out all the same. */
const shop = { shop_domain: z.string() };

/** Longest body, bytes. A request may name every order of a customer: 1 MB holds some 50,000. */
const maxBodyBytes = 1_048_576;

export const privacyKinds = {
  "customers/data_request": "customer-data",
  "customers/redact": "customer-erasure",
  "shop/redact": "shop-erasure",
} as const satisfies Record<string, PrivacyRequestKind>;

/** A webhook that the platform's review requires (P-3). Recorded at once; upkeep carries it out. */
const privacyTopic = <Body extends z.ZodObject<typeof shop>>(declared: {
  name: keyof typeof privacyKinds;
  body: Body;
  requiredFields?: readonly string[];
  forbiddenFields: readonly string[];
  namedIn(body: z.output<Body>): NamedSubject | undefined;
}) => {
  const kind = privacyKinds[declared.name];
  return defineWebhookTopic<Body>({
    ...declared,
    maxBodyBytes,
    getDomain: (body) => (body as { shop_domain: string }).shop_domain,
    // A request stays valid if the shop installs Sheaf again. Before upkeep erases a shop, it checks for that.
    endedByConsent: false,
    handle: (deps, delivery, body) =>
      receivePrivacyRequest(deps, kind, delivery, logUnreadable(delivery, kind, declared.namedIn(body))),
    handleUnknown: (deps, delivery, body) =>
      receivePrivacyRequest(
        deps,
        kind,
        { ...delivery, tenant: undefined },
        logUnreadable(delivery, kind, declared.namedIn(body)),
      ),
  });
};

const logUnreadable = (
  { log, webhookId }: Pick<DeliveryOfUnknownShop, "log" | "webhookId">,
  kind: PrivacyRequestKind,
  named: NamedSubject | undefined,
): NamedSubject | undefined => {
  if (named?.isComplete === false)
    log.error(
      { kind, webhookId },
      "A privacy request names a customer in a form that we can't read. It is recorded, and every earlier report of the shop is treated as containing that customer.",
    );
  return named;
};

export const customersDataRequest = privacyTopic({
  name: "customers/data_request",
  body: z.object({ ...shop, customer: z.unknown().optional(), orders_requested: z.unknown().optional() }),
  requiredFields: ["data_request", "orders_requested"],
  forbiddenFields: ["orders_to_redact"],
  namedIn: ({ customer, orders_requested }) => parseSubject(customer, orders_requested),
});

export const customersRedact = privacyTopic({
  name: "customers/redact",
  body: z.object({ ...shop, customer: z.unknown().optional(), orders_to_redact: z.unknown().optional() }),
  requiredFields: ["customer", "orders_to_redact"],
  forbiddenFields: ["data_request", "orders_requested"],
  namedIn: ({ customer, orders_to_redact }) => parseSubject(customer, orders_to_redact),
});

export const shopRedact = privacyTopic({
  name: "shop/redact",
  body: z.object(shop),
  forbiddenFields: ["customer", "orders_to_redact", "orders_requested", "data_request"],
  namedIn: () => undefined,
});
