import { z } from "zod";
import { badRequest } from "#application/http/api-error.ts";
import { route } from "#application/http/route.ts";
import { hasDateExpression } from "#domain/filters/description/date-expressions.ts";
import { type Siever, SieverCode, sieverByCode } from "#domain/filters/sievers.ts";
import { type Suggestions, SuggestionsData } from "#domain/wire/filters/suggestions.ts";
import { maxSuggestions, type ShopAccess, type SuggestionKind } from "#infra/ports/store-platform.ts";
import type { QueryApiDeps } from "../deps.ts";
import { readLocationNames } from "../locations/names.ts";
import { createRequestCache } from "../request-cache.ts";

/** Cache time, ms. Suggestions are only a typing aid. */
const cacheTime = 5 * 60_000;
/**
 * Cache time if orders were left out, ms: the platform may soon read them. Counted from the answer, as reading may take
 * longer.
 */
const partialCacheTime = 15_000;

/**
 * Kind of suggestion by siever. Numbers, days, and texts that mostly belong to a single order or person have none.
 */
const kinds: { readonly [Code in SieverCode]?: SuggestionKind } = {
  [SieverCode.SalesChannel]: "salesChannels",
  [SieverCode.OrderTags]: "orderTags",
  [SieverCode.NoteAttributes]: "noteAttributes",
  [SieverCode.DiscountCodes]: "discountCodes",
  [SieverCode.Properties]: "properties",
  [SieverCode.Vendor]: "vendors",
  [SieverCode.ProductTags]: "productTags",
  [SieverCode.ProductTypes]: "productTypes",
  [SieverCode.ProductTitle]: "productTitles",
  [SieverCode.UniqueId]: "productIds",
  [SieverCode.Sku]: "skus",
  [SieverCode.CustomerTags]: "customerTags",
  [SieverCode.Country]: "countries",
  [SieverCode.City]: "cities",
  [SieverCode.BillingCountry]: "billingCountries",
  [SieverCode.Province]: "provinces",
  [SieverCode.Currency]: "currencies",
  [SieverCode.Source]: "sources",
  [SieverCode.ShippingMethod]: "shippingMethods",
  [SieverCode.PaymentGateway]: "paymentGateways",
};

/** True for words that would have another meaning if typed in. Stars are escaped. */
const hasSpecialMeaning = (word: string): boolean => word.startsWith("!") || hasDateExpression(word);

/** Values from the shop's own data for one siever, most frequent first. */
export const suggestionsRoute = (deps: QueryApiDeps) => {
  const recent = createRequestCache<Awaited<ReturnType<QueryApiDeps["platform"]["fetchSuggestions"]>>>(
    deps.clock.steady,
    ({ isPartial }, took) => (isPartial ? took + partialCacheTime : cacheTime),
  );
  const listed = (words: readonly string[]): Suggestions => ({
    Values: words.map((Value) => ({ Value, Orders: null })),
    OrdersRead: null,
    IsWhole: true,
  });
  const suggestionsFor = async (access: ShopAccess, { code, allowedValues }: Siever): Promise<Suggestions> => {
    if (allowedValues) return listed(allowedValues);
    if (code === SieverCode.Location) return listed(await readLocationNames(deps, access));
    const kind = kinds[code];
    if (kind === undefined) return listed([]);
    const ask = (signal: AbortSignal) => deps.platform.fetchSuggestions({ ...access, signal });
    const { ordersRead, words, isPartial } = await recent(access.tenant, access.signal, ask);
    // Figures of "your newest orders" would be too low, and a value that only the unread orders have would look wrong.
    if (isPartial) return { ...listed(words[kind].map(({ word }) => word)), IsWhole: false };
    return {
      Values: words[kind].map((one) => ({ Value: one.word, Orders: one.orderCount })),
      OrdersRead: ordersRead,
      IsWhole: words[kind].length < maxSuggestions,
    };
  };
  return route({
    method: "GET",
    path: "filters/suggestions",
    summary:
      "Values of the shop's own orders and products for a field of a filter, the most frequent first, and how frequent",
    description:
      "Takes the number of a filter's field. IsWhole is false if there are more values than these, or some orders couldn't be read. There are no figures then. Fields such as prices or days have none.",
    access: "shop",
    asksPlatform: true,
    query: z.strictObject({ field: z.coerce.number().int() }),
    data: SuggestionsData,
    handler: async ({ query: { field } }, { signal, caller: { tenant, shop } }) => {
      const siever = sieverByCode.get(field);
      if (!siever) throw badRequest(`field: a filter has no field ${field}. Use a code from the filter editor.`);
      const found = await suggestionsFor({ tenant, shop, signal }, siever);
      return { ...found, Values: found.Values.filter(({ Value }) => !hasSpecialMeaning(Value)) };
    },
  });
};
