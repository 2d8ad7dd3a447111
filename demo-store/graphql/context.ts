import type { BulkFaultKind } from "../bulk/faults.ts";
import type { BillingDesk } from "../desk/billing.ts";
import type { BulkDesk } from "../desk/bulk.ts";
import type { WebhookDesk } from "../desk/webhooks.ts";
import type { DemoShop } from "../generate/shops.ts";
import type { ShopOrders } from "../platform/orders.ts";
import type { CompiledSearch } from "../search/compile.ts";

/** A search that the platform had something to say about. */
type SearchReport = { path: readonly (string | number)[]; query: string; search: CompiledSearch };

/** What the resolvers of one request work with. */
export type RequestContext = {
  shop: DemoShop;
  orders: ShopOrders;
  /** How many orders the shop has at this moment. */
  count: number;
  /** Orders before this index are older than what the app may see. */
  firstVisible: number;
  /** Epoch ms of the shop's clock. */
  now: number;
  clientId: string;
  scopes: ReadonlySet<string>;
  billing: BillingDesk;
  webhooks: WebhookDesk;
  bulk: BulkDesk;
  /** Faults of the bulk operation that begins now. */
  bulkFaults: () => { faults: BulkFaultKind[]; delayMs: number };
  reports: SearchReport[];
  /** Told about every page of the root connection `orders`. */
  onOrdersPage: () => void;
};
