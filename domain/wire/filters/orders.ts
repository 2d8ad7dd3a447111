/** An order in the table of 'Select specific orders' (S-1.3.1). */
export type SelectableOrder = {
  Id: string;
  /** The store's order name, `#1001`. */
  Name: string;
  /** `yyyy/LL/dd HH:mm` in the shop's zone. */
  Date: string;
  /** Empty if the order has none. */
  Customer: string;
  /** Status in the words of the columns FinancialStatus and FulfillmentStatus. */
  Financial: string;
  Fulfillment: string;
  /** With the shop's currency, `€12.50`. */
  Price: string;
  /** Always false: the browser keeps the selection until the report is generated. */
  Selected: boolean;
};

export type SelectableOrdersPage = {
  Orders: SelectableOrder[];
  /** Opaque URL for `orders/selectedOrders-by-url`; null if there is no such page. */
  PrevPage: string | null;
  /** Like `PrevPage`. */
  NextPage: string | null;
  /** Number of unreadable orders missing from this page; absent if none. */
  Unread?: number;
};

/**
 * Response of `orders/search-orders`. `IsWhole`: no others match. `Unread`: unreadable orders, missing or without their
 * number.
 */
export type FoundOrders = { Orders: SelectableOrder[]; IsWhole: boolean; Unread: number };

/**
 * Response of `orders/find-numbers`: ids of the orders, and numbers that match no order or several. `Unread`:
 * unreadable orders, whose numbers are in `NotFound`.
 */
export type FoundNumbers = { Ids: string[]; NotFound: string[]; Unread: number };

/** Maximum length of a search text or order number, in characters. */
export const maxSearchLength = 100;

/** Maximum numbers per call of `orders/find-numbers`. */
export const maxNumbers = 100;
