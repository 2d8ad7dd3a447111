import { z } from "zod";
import { type CallOf, type Route, route } from "#application/http/route.ts";
import { loadAuthorizedShop } from "#application/session/assert-authorized-shop.ts";
import { unreadText } from "#domain/columns/cells/unread-cell.ts";
import { isRefusal } from "#domain/core/decider.ts";
import { createInstantFormatter } from "#domain/dates/format.ts";
import { resolveZone } from "#domain/dates/resolve-zone.ts";
import { moneyText, parseMoneyFormat } from "#domain/number-formats/money-format.ts";
import { orderFulfillmentLabel } from "#domain/orders/fulfillment-status.ts";
import type { AuthorizedShop } from "#domain/shop/state.ts";
import { getCurrencyDecimals } from "#domain/text/currency-decimals.ts";
import type { SelectableOrder, SelectableOrdersPage } from "#domain/wire/filters/orders.ts";
import type { ListedOrder } from "#infra/ports/store-platform.ts";
import type { QueryApiDeps } from "../deps.ts";
import { PageLocation, readOrderChoice } from "./page.ts";
import { encodePageAddress, type PageCursor, parsePageAddress } from "./page-address.ts";
import { buildSearch } from "./search.ts";

/** Orders per page (S-1.9), the platform's maximum. */
export const pageSize = 250;

/** The address holds the search in base64; the longest have about 6,500. */
const maxAddressLength = 8_000;

export const OrdersData = z.array(
  z.strictObject({
    Id: z.string(),
    Name: z.string(),
    Date: z.string(),
    Customer: z.string(),
    Financial: z.string(),
    Fulfillment: z.string(),
    Price: z.string(),
    Selected: z.boolean(),
  }),
);

const PageData = z.strictObject({
  Orders: OrdersData,
  PrevPage: z.string().nullable(),
  NextPage: z.string().nullable(),
  Unread: z.number().optional(),
});

/** Unread, unlike empty, values get a mark. */
const orUnreadMark = <T>(value: T | undefined, text: (value: T) => string): string =>
  value === undefined ? unreadText : text(value);

/** Prices in the shop's money format; in the usual one of its currency if that is unknown. */
const createPriceFormatter = ({
  moneyFormat,
  currencyCode,
}: AuthorizedShop["profile"]): ((price: string) => string) => {
  const format = parseMoneyFormat(moneyFormat);
  const decimals = getCurrencyDecimals(currencyCode);
  if (format !== null) return (price) => moneyText(price, format, decimals);
  const usual = new Intl.NumberFormat("en", { style: "currency", currency: currencyCode });
  // Text, so that no binary number rounds a price.
  return (price) => usual.format(price as Intl.StringNumericLiteral);
};

/** In the shop's zone, date format and money format. */
export const toTable = (
  { profile, preferences }: AuthorizedShop,
  orders: readonly ListedOrder[],
): SelectableOrder[] => {
  const dateOf = createInstantFormatter(resolveZone(profile.ianaTimezone), preferences.UserDateFormat);
  const priceOf = createPriceFormatter(profile);
  return orders.map((order) => ({
    Id: order.id,
    Name: order.name,
    Date: orUnreadMark(order.createdAt, dateOf),
    Customer: orUnreadMark(order.customer, (name) => name ?? ""),
    Financial: orUnreadMark(order.financialStatus, (status) => status?.toLowerCase() ?? ""),
    Fulfillment: orUnreadMark(order.fulfillmentStatus, (status) => orderFulfillmentLabel(status) ?? ""),
    Price: orUnreadMark(order.price, priceOf),
    Selected: false,
  }));
};

/** Pages of the orders that match a page's native conditions, newest first. */
export const selectedOrdersRoutes = (deps: QueryApiDeps): Route[] => {
  const read = async (
    { signal, caller: { tenant, shop } }: CallOf<"shop">,
    account: AuthorizedShop,
    place: Omit<PageCursor, "side" | "cursor"> & Partial<PageCursor>,
  ): Promise<SelectableOrdersPage> => {
    const { query, size, side, cursor } = place;
    const page = await deps.platform.fetchOrderPage(
      { tenant, shop, signal },
      { query, first: size, ...(side === undefined ? {} : { [side]: cursor }) },
    );
    const addressOf = (towards: PageCursor["side"], end: string | null) =>
      end === null ? null : encodePageAddress(deps.vault, tenant, { query, size, side: towards, cursor: end });
    return {
      Orders: toTable(account, page.orders),
      PrevPage: addressOf("before", page.previous),
      NextPage: addressOf("after", page.next),
      // An order without its name is listed, so not missing.
      ...(page.missing !== undefined && { Unread: page.missing }),
    };
  };
  return [
    route({
      method: "GET",
      path: "orders/selectedOrders",
      summary: "The first page of the orders that may be chosen one by one, newest first",
      description:
        "Location says whose filters apply: those of Generate report, or of the live page of a design. Only conditions that the platform can search for are applied. Unread counts orders missing from the page, as they couldn't be read.",
      refuses: ["rule", "invalid", "unknown"],
      access: "shop",
      asksPlatform: true,
      query: PageLocation.safeExtend({ pageSize: z.coerce.number().int().min(1).max(pageSize).default(pageSize) }),
      data: PageData,
      handler: async ({ query: { pageSize: size, ...location } }, call) => {
        const { caller } = call;
        const [page, account] = await Promise.all([
          readOrderChoice(deps, caller, location),
          loadAuthorizedShop(deps, caller.tenant),
        ]);
        const search = buildSearch(page.filters, page.conditions, account, deps.clock.now());
        return isRefusal(search) ? search : read(call, account, { query: search.query, size });
      },
    }),
    route({
      method: "GET",
      path: "orders/selectedOrders-by-url",
      summary: "The page of orders at the PrevPage or NextPage of another one",
      description:
        "Only addresses that this server handed out to the same shop are accepted. They hold the search, so later edits of the filter don't change the pages. Unread counts orders missing from the page, as they couldn't be read.",
      access: "shop",
      asksPlatform: true,
      query: z.strictObject({ url: z.string().min(1).max(maxAddressLength) }),
      data: PageData,
      handler: async ({ query: { url } }, call) => {
        const { tenant } = call.caller;
        return read(call, await loadAuthorizedShop(deps, tenant), parsePageAddress(deps.vault, tenant, url));
      },
    }),
  ];
};
