import { z } from "zod";
import type { JsonObject } from "../../ports/json.ts";
import { PlatformError, type ShopAccess, type StorePlatform } from "../../ports/store-platform.ts";
import { documents } from "../documents/documents.ts";
import type { PlatformLogger } from "../options.ts";
import { createUnexpectedAnswerError } from "./classify-response.ts";
import type { Graphql } from "./graphql.ts";
import { assertSeesAllOrders } from "./scopes.ts";

type ShopCalls = Pick<
  StorePlatform,
  | "fetchShopProfile"
  | "fetchLocations"
  | "createSubscription"
  | "fetchActiveSubscriptions"
  | "registerWebhooks"
  | "countOrders"
>;

export const createShopCalls = (graphql: Graphql, logger: PlatformLogger): ShopCalls => {
  const ask = async <Shape extends z.ZodType>(
    access: ShopAccess,
    shape: Shape,
    document: string,
    variables: JsonObject = {},
  ): Promise<z.infer<Shape>> => {
    const { data } = await graphql(access, { document, variables });
    const parsed = shape.safeParse(data);
    if (parsed.success) return parsed.data;
    throw createUnexpectedAnswerError(
      parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`).join(", "),
    );
  };

  /** Reads all nodes of a top connection; the document takes `after`. */
  const askAll = async <Node>(
    access: ShopAccess,
    name: string,
    node: z.ZodType<Node>,
    document: string,
    variables: JsonObject = {},
  ): Promise<Node[]> => {
    const shape = z.object({ [name]: z.object({ pageInfo: PageInfo, nodes: z.array(node) }) });
    const all: Node[] = [];
    for (let after: string | null = null; ; ) {
      const page: { pageInfo: z.infer<typeof PageInfo>; nodes: Node[] } | undefined = (
        await ask(access, shape, document, { ...variables, after })
      )[name];
      all.push(...(page?.nodes ?? []));
      if (!page?.pageInfo.hasNextPage) return all;
      if (page.pageInfo.endCursor === after) throw createUnexpectedAnswerError(`${name} repeats a page`);
      after = page.pageInfo.endCursor;
    }
  };

  const primaryLocale = async (access: ShopAccess): Promise<string> => {
    try {
      const { shopLocales } = await ask(access, Locales, documents.shopLocales);
      return shopLocales.find((locale) => locale.primary)?.locale ?? "en";
    } catch (error) {
      // The locale only orders texts: not worth a refused login.
      if (!(error instanceof PlatformError) || error.code !== "access-denied") throw error;
      logger.debug({ shop: access.shop, detail: error.detail }, "the shop's language can't be read, using English");
      return "en";
    }
  };

  return {
    fetchShopProfile: async (access) => {
      const { shop } = await ask(access, Shop, documents.shop);
      return {
        platformId: shop.id.replace(/^.*\//, ""),
        name: shop.name,
        email: shop.email,
        myshopifyDomain: shop.myshopifyDomain,
        ianaTimezone: shop.ianaTimezone,
        currencyCode: shop.currencyCode,
        moneyFormat: shop.currencyFormats.moneyFormat,
        weightUnit: shop.weightUnit,
        taxesIncluded: shop.taxesIncluded,
        plan: shop.plan.publicDisplayName,
        primaryLocale: await primaryLocale(access),
      };
    },
    fetchLocations: (access) => askAll(access, "locations", z.object({ id, name: z.string() }), documents.locations),
    createSubscription: async (access, { name, price, currency, trialDays, returnUrl, test }) => {
      const plan = {
        appRecurringPricingDetails: { interval: "EVERY_30_DAYS", price: { amount: price, currencyCode: currency } },
      };
      const variables = { name, returnUrl, test, trialDays, lineItems: [{ plan }] };
      const { appSubscriptionCreate: created } = await ask(
        access,
        CreatedSubscription,
        documents.createSubscription,
        variables,
      );
      refuseUserErrors(created.userErrors);
      if (!created.appSubscription || !created.confirmationUrl)
        throw createUnexpectedAnswerError("no subscription was made");
      return { id: created.appSubscription.id, confirmationUrl: created.confirmationUrl };
    },
    fetchActiveSubscriptions: async (access) =>
      (await ask(access, Subscriptions, documents.activeSubscriptions)).currentAppInstallation.activeSubscriptions,
    registerWebhooks: async (access, webhooks) => {
      const wanted = webhooks.map(({ topic, address, fields }) => ({
        topic: enumNameOf(topic),
        uri: address,
        ...(fields ? { fields: [...fields] } : {}),
      }));
      const topics = wanted.map(({ topic }) => topic);
      const missing = async () => {
        const registered = await askAll(access, "webhookSubscriptions", Webhook, documents.webhooks, { topics });
        return wanted.filter(({ topic, uri }) => !registered.some((one) => one.topic === topic && one.uri === uri));
      };
      for (const webhook of await missing()) {
        const { webhookSubscriptionCreate: created } = await ask(
          access,
          CreatedWebhook,
          documents.createWebhook,
          webhook,
        );
        // After a lost response, the second try fails with 'already taken'.
        const refused = created.userErrors.length > 0 && (await missing()).some(({ topic }) => topic === webhook.topic);
        if (refused) refuseUserErrors(created.userErrors);
      }
    },
    countOrders: async (access, query) => {
      const answer = await ask(access, OrdersCount, documents.ordersCount, { query });
      assertSeesAllOrders(answer);
      return answer.ordersCount.count;
    },
  };
};

const id = z.string().min(1);
const PageInfo = z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() });
const UserErrors = z.array(z.object({ field: z.array(z.string()).nullish(), message: z.string() }));
const Shop = z.object({
  shop: z.object({
    id,
    name: z.string(),
    email: z.string(),
    myshopifyDomain: z.string(),
    ianaTimezone: z.string(),
    currencyCode: z.string(),
    weightUnit: z.string(),
    taxesIncluded: z.boolean(),
    currencyFormats: z.object({ moneyFormat: z.string() }),
    plan: z.object({ publicDisplayName: z.string() }),
  }),
});
const Locales = z.object({ shopLocales: z.array(z.object({ locale: z.string(), primary: z.boolean() })) });
const OrdersCount = z.object({
  ordersCount: z.object({ count: z.number().int().nonnegative() }),
  currentAppInstallation: z.json().optional(),
});
const Subscriptions = z.object({
  currentAppInstallation: z.object({
    activeSubscriptions: z.array(z.object({ id, name: z.string(), status: z.string(), test: z.boolean() })),
  }),
});
const CreatedSubscription = z.object({
  appSubscriptionCreate: z.object({
    appSubscription: z.object({ id }).nullable(),
    confirmationUrl: z.string().nullable(),
    userErrors: UserErrors,
  }),
});
const Webhook = z.object({ id, topic: z.string(), uri: z.string() });
const CreatedWebhook = z.object({ webhookSubscriptionCreate: z.object({ userErrors: UserErrors }) });

/** Name of a topic in documents: `app_subscriptions/update` is APP_SUBSCRIPTIONS_UPDATE. */
const enumNameOf = (topic: string): string => topic.replaceAll("/", "_").toUpperCase();

const refuseUserErrors = (errors: z.infer<typeof UserErrors>): void => {
  const [first] = errors;
  if (first) {
    throw new PlatformError(
      "unexpected-answer",
      `The store platform refused: ${first.message}`,
      first.field?.join(".") ?? "",
    );
  }
};
