import { maxCheckedOrders } from "#domain/filters/check-limits.ts";
import type { OrderCheck } from "#domain/wire/filters/order-check.ts";
import { formatOrderCount } from "../order-count.ts";
import type { CheckState } from "./use-order-check.ts";

const figure = (count: number): string => count.toLocaleString("en");

/** Above the limit only the newest orders are checked. */
const progress = ({ Checked, Total }: OrderCheck): string =>
  `${figure(Checked)} of ${Total > maxCheckedOrders ? "the newest " : ""}${figure(Math.min(Total, maxCheckedOrders))} checked`;

/** `3 or more orders`; zero so far promises nothing. */
const atLeast = ({ Left }: OrderCheck): string => (Left === 0 ? "None found" : `${figure(Left)} or more orders`);

/** `3 or more orders, 250 of 1,204 checked so far`. */
export const describeCheck = (check: Exclude<CheckState, { state: "none" }>): string => {
  const { known } = check;
  if (check.state === "over") {
    const { Checked, Total, IsWhole, Unread = 0 } = check.known;
    const unread = Unread === 0 ? "" : ` ${formatOrderCount(Unread)} couldn't be read from your store.`;
    const newest = Checked < Total ? ` (newest ${figure(Checked)} of ${figure(Total)} checked)` : "";
    if (!IsWhole) return `${atLeast(check.known)}${newest}${unread === "" ? "" : `.${unread}`}`;
    return Checked === 1
      ? "The one order that your store found was checked"
      : `All ${figure(Checked)} orders that your store found were checked`;
  }
  if (known === null)
    return check.state === "stopped" ? ["Not checked.", check.why ?? ""].join(" ").trim() : "Checking";
  if (check.state === "checking") return `${atLeast(known)}, ${progress(known)} so far`;
  return `${atLeast(known)}, ${progress(known)}.${check.why === null ? "" : ` ${check.why}`}`;
};
