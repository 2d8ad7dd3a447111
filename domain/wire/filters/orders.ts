/** An order in the table of 'Select specific orders' (S-1.3.1). */
export type SelectableOrder = {
  Id: string;
  /** Example: `#1001`. */
  Name: string;
  /** `2026/11/20 12:05`, in the shop's zone and date format. */
  Date: string;
  /** Empty without a customer. */
  Customer: string;
  /** In the words of the columns FinancialStatus and FulfillmentStatus. */
  Financial: string;
  Fulfillment: string;
  /** Example: `€12.50`, in the shop's money format. */
  Price: string;
  /** Always false: the browser keeps the selection. */
  Selected: boolean;
};

export type SelectableOrdersPage = {
  Orders: SelectableOrder[];
  /** Opaque URL for `orders/selectedOrders-by-url`; null without such a page. */
  PrevPage: string | null;
  /** Like `PrevPage`. */
  NextPage: string | null;
  /** Unreadable orders, missing from this page. */
  Unread?: number;
};

/**
 * Response of `orders/search-orders`. `IsWhole`: no others match. `Unread`: unreadable orders, missing or without their
 * number.
 */
export type FoundOrders = { Orders: SelectableOrder[]; IsWhole: boolean; Unread: number };

/** Response of `orders/find-numbers`. `NotFound`: numbers of no order, of several, or of `Unread` ones. */
export type FoundNumbers = { Ids: string[]; NotFound: string[]; Unread: number };

/** Characters of a search text or order number. */
export const maxSearchLength = 100;

/** Numbers per call of `orders/find-numbers`. */
export const maxNumbers = 100;
