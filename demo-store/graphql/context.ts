import type { BulkFaultKind } from "../bulk/faults.ts";
import type { DemoShop } from "../generate/shops.ts";
import type { ShopOrders } from "../platform/orders.ts";
import type { CompiledSearch } from "../search/compile.ts";
import type { BillingService } from "../services/billing.ts";
import type { BulkService } from "../services/bulk.ts";
import type { WebhookService } from "../services/webhooks.ts";

type SearchReport = { path: readonly (string | number)[]; query: string; search: CompiledSearch };

/** Context of one request's resolvers. */
export type RequestContext = {
  shop: DemoShop;
  orders: ShopOrders;
  count: number;
  /** Index of the oldest order that the app may see. */
  firstVisible: number;
  /** The shop's time, epoch ms. */
  now: number;
  clientId: string;
  scopes: ReadonlySet<string>;
  billing: BillingService;
  webhooks: WebhookService;
  bulk: BulkService;
  /** Takes the armed faults for the next bulk operation. */
  bulkFaults: () => { faults: BulkFaultKind[]; delayMs: number };
  reports: SearchReport[];
  onOrdersPage: () => void;
};
