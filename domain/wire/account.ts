import { z } from "zod";

/** Payloads of the account calls (part 1 sections 3 and 7). */
export const LoginPayload = z.strictObject({ ShopName: z.string().max(255) });
export const InstallPayload = z.strictObject({
  Shopname: z.string().max(255),
  Hmac: z.string().max(255),
  Timestamp: z.string().max(20),
  ReturnUrl: z.string().max(2000).nullish(),
  /** Every further query parameter the platform sent: the HMAC covers them all. */
  Query: z.record(z.string().max(100), z.string().max(2000)).optional(),
});
export const LoginCallbackPayload = z.strictObject({
  Code: z.string().max(500),
  Hmac: z.string().max(255),
  Host: z.string().max(500).nullish(),
  Shop: z.string().max(255),
  State: z.string().max(255),
  Timestamp: z.string().max(20),
  /** Every further query parameter the platform sent: the HMAC covers them all. */
  Query: z.record(z.string().max(100), z.string().max(2000)).optional(),
});
export const AcceptTermsPayload = z.strictObject({ HasAccepted: z.boolean(), HasAcceptMarketing: z.boolean() });
export const IsOnlinePayload = z.strictObject({ ShopName: z.string().max(255).nullish() });

/** Account as a browser keeps it (part 1 section 3). `accept_terms_etc`: ISO instant or null. */
export type Account = {
  name: string;
  email: string | null;
  id: string;
  iana_timezone: string;
  accept_terms_etc: string | null;
  accepts_marketing: boolean;
  tier: string | null;
};

/** What the shop pays. `Price` is decimal text per 30 days, null before there is a tier; `TrialDays` are those a new charge begins with. */
export type ChargeState = {
  Status: "active" | "pending" | "none";
  Price: string | null;
  Currency: string;
  TrialDays: number;
};

/** Answer of `GET account/status`: who is logged in, the gate they stand before, and what they pay. */
export type AccountStatus = { Shop: Account; LoginAction: LoginResponse["LoginAction"]; Charge: ChargeState };

/** Answer of loginCallback, select-tier and approveClientCharge (decision 4). `Action` is a LoginAction. */
export type LoginResponse = {
  Shop: Account;
  Token: string;
  LoginAction: { Action: number; ActivationUrl: string | null };
  /** Path of the app to go to after the gates, when the log-in began with one (decision 10). */
  ReturnUrl?: string | null;
};
