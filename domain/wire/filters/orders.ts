/** An order in the table of 'Select specific orders' (S-1.3.1). */
export type SelectableOrder = {
  Id: string;
  /** The store's order name, `#1001`. */
  Name: string;
  /** `yyyy/LL/dd HH:mm` in the shop's zone. */
  Date: string;
  /** Empty if the order has none. */
  Customer: string;
  /** Same words as the columns FinancialStatus and FulfillmentStatus. */
  Financial: string;
  Fulfillment: string;
  /** With the shop's currency, `€12.50`. */
  Price: string;
  /** Always false: the browser keeps the selection until the report is generated. */
  Selected: boolean;
};

/**
 * `PrevPage` and `NextPage`: opaque addresses for `orders/selectedOrders-by-url`; null if there is no such page.
 * `Unread`: orders missing from this page, as they couldn't be read; absent if there are none.
 */
export type SelectableOrdersPage = {
  Orders: SelectableOrder[];
  PrevPage: string | null;
  NextPage: string | null;
  Unread?: number;
};

/**
 * Answer of `orders/search-orders`. `IsWhole`: no others match. `Unread`: orders that couldn't be read. They are
 * missing, or without their number.
 */
export type FoundOrders = { Orders: SelectableOrder[]; IsWhole: boolean; Unread: number };

/**
 * Answer of `orders/find-numbers`: ids of the orders, and the numbers that match no order or several. `Unread`: orders
 * that couldn't be read. `NotFound` has their numbers.
 */
export type FoundNumbers = { Ids: string[]; NotFound: string[]; Unread: number };

/** Maximum length of a search text or order number, in characters. */
export const maxSearchLength = 100;

/** Maximum numbers per call of `orders/find-numbers`. */
export const maxNumbers = 100;
