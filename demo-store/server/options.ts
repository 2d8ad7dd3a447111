import type { PeopleOptions } from "../people/provider.ts";

export type DemoStoreOptions = {
  /** Newest moment of the orders. */
  demoNow: Date;
  /** Orders a minute after it. */
  ordersPerMinute: number;
  /** Restore rate of the cost bucket. */
  pointsPerSecond: number;
  clientId: string;
  clientSecret: string;
  /** Where the app is: install links lead there, and redirects may only lead there. */
  appUrl: string;
  /** The shops' time: how many orders there are. */
  now: () => Date;
  /** The machine's time: tokens, signatures, the bucket. */
  wall: () => Date;
  /** Address of this server as others reach it, without a slash at the end. */
  origin: () => string;
  /** File that keeps tokens, charges and webhook subscriptions; without it they end with the process. */
  statePath?: string;
  /** Folder with the product's mail; without it `/mailbox` is empty. */
  outboxFolder?: string;
  seed?: number;
  /** How many small shops there are beside the four. */
  smallShops: number;
  /** Who signs in at the support console, and where that is; without it nobody does. */
  support?: Omit<PeopleOptions, "origin">;
  fetch?: typeof fetch;
  /** Waits before the retries of a webhook. */
  webhookRetriesMs?: readonly number[];
};
