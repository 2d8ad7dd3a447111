import { isRefusal, type Refusal, refuse } from "#domain/core/decider.ts";
import { createOrderJudge, describeVerdict, type ReportChoice } from "#domain/export/why-missing.ts";
import { buildIdsQuery } from "#domain/orders/build-ids-query.ts";
import { matchNumber, searchForNumbers } from "#domain/orders/find-orders.ts";
import type { Order } from "#domain/orders/order.ts";
import { parseIdNumber } from "#domain/orders/parse-id-number.ts";
import { isKnownId } from "#domain/orders/unread.ts";
import { upperFirst } from "#domain/text/first-letter.ts";
import { joinList } from "#domain/text/join-list.ts";
import { quoteText } from "#domain/text/quote-text.ts";
import type { WhyMissing } from "#domain/wire/filters/why-missing.ts";
import { PlatformError, type ShopAccess, type StorePlatform } from "#infra/ports/store-platform.ts";
import { orUnreadableRefusal } from "./search.ts";

/** Orders that may share a number, with and without a prefix. */
const maxFound = 10;

const withoutReasons = (Result: WhyMissing["Result"], Sentence: string, Names: string[] = []): WhyMissing => ({
  Result,
  Sentence,
  Reasons: [],
  Names,
});

const describeUnread = (name: string): string =>
  `${name} can't be read from your store right now. Try again in a few minutes.`;

const onlyRecentOrders =
  "Your store lets Sheaf see only orders of the last 60 days. Log in again, allow all orders and check again.";

const isBlindToOldOrders = (error: unknown): boolean =>
  error instanceof PlatformError && error.code === "access-denied" && error.detail.includes("read_all_orders");

/** Finds an order by its number as typed, and judges it as it is now. */
export const judgeByName = async (
  platform: Pick<StorePlatform, "fetchOrderPage" | "fetchOrdersPart">,
  access: ShopAccess,
  choice: ReportChoice,
  { name, now }: { name: string; now: Date },
): Promise<WhyMissing | Refusal> => {
  const judge = orUnreadableRefusal(() => createOrderJudge(choice));
  if (isRefusal(judge)) return judge;
  const request = { query: searchForNumbers([name]), first: maxFound, only: "numbers" } as const;
  const page = await platform.fetchOrderPage(access, request).catch((error: unknown) => {
    if (isBlindToOldOrders(error)) return refuse("rule", onlyRecentOrders);
    throw error;
  });
  if (isRefusal(page)) return page;
  const found = matchNumber(name, page.orders);
  const [order, another] = found;
  if (!order) {
    const unread = page.unread ? " Some orders can't be read from your store right now, so try again later." : "";
    return withoutReasons("not-found", `No order has the number ${quoteText(name.trim())}. Check the number.${unread}`);
  }
  const names = found.map((one) => one.name);
  if (another)
    return withoutReasons(
      "several",
      `${found.length} orders have this number: ${joinList(names)}. Type the whole number.`,
      names,
    );
  const { fields, requiredFields } = judge;
  const query = buildIdsQuery([parseIdNumber(order.id)]);
  const part = isKnownId(order.id)
    ? await platform.fetchOrdersPart(access, { query, fields, requiredFields, atMost: 1 }, null)
    : { orders: [] };
  const [read] = part.orders as unknown as Order[];
  if (!read) return withoutReasons("unread", describeUnread(order.name), names);
  const verdict = judge.judge(read, now.toISOString());
  const reasons = verdict.kind === "left-out" && verdict.reasons.length > 1 ? verdict.reasons : [];
  return {
    Result: verdict.kind,
    Sentence: describeVerdict(order.name, verdict),
    Reasons: reasons.map(({ field, text }) => ({ Field: field, Text: `${upperFirst(text)}.` })),
    Names: names,
  };
};
