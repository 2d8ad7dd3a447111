import type { PeopleOptions } from "../people/provider.ts";

export type DemoStoreOptions = {
  /** Newest moment of the orders. */
  demoNow: Date;
  /** Rate of new orders after demoNow. */
  ordersPerMinute: number;
  /** Restore rate of the cost bucket. */
  pointsPerSecond: number;
  clientId: string;
  clientSecret: string;
  /** The app's address, for install links; redirects may lead only there. */
  appUrl: string;
  /** The shops' time: decides how many orders there are. */
  now: () => Date;
  /** The machine's time: for tokens, signatures, the bucket. */
  wall: () => Date;
  /** Public address, without a trailing slash. */
  origin: () => string;
  /** Keeps tokens, charges and webhook subscriptions; without it they end with the process. */
  statePath?: string;
  /** The product's mail; without it `/mailbox` is empty. */
  outboxFolder?: string;
  seed?: number;
  smallShops: number;
  /** People who may sign in at the support console, and its address. */
  support?: Omit<PeopleOptions, "origin">;
  fetch?: typeof fetch;
  /** Delays before the retries of a webhook, ms. */
  webhookRetriesMs?: readonly number[];
};
