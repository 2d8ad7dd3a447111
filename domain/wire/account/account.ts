import { z } from "zod";

/** Every further query parameter the platform sent: the HMAC covers them all. It sends a handful. */
const FurtherQuery = z
  .record(z.string().max(100), z.string().max(2000))
  .refine((query) => Object.keys(query).length <= 32, "has too many parameters: at most 32");

/** Payloads of the account calls (S-1.3 and S-1.7). */
export const LoginPayload = z.strictObject({ ShopName: z.string().max(255) });
export const InstallPayload = z.strictObject({
  Shopname: z.string().max(255),
  Hmac: z.string().max(255),
  Timestamp: z.string().max(20),
  ReturnUrl: z.string().max(2000).nullish(),
  Query: FurtherQuery.optional(),
});
export const LoginCallbackPayload = z.strictObject({
  Code: z.string().max(500),
  Hmac: z.string().max(255),
  Host: z.string().max(500).nullish(),
  Shop: z.string().max(255),
  State: z.string().max(255),
  Timestamp: z.string().max(20),
  Query: FurtherQuery.optional(),
});
export const AcceptTermsPayload = z.strictObject({ HasAccepted: z.boolean(), HasAcceptMarketing: z.boolean() });
/** `Scopes`: what columns need (S-1.2.1); `ReturnUrl`: the path of the app to come back to. */
export const AskPermissionsPayload = z.strictObject({
  Scopes: z.array(z.string().max(100)).min(1).max(20),
  ReturnUrl: z.string().max(2000),
});
/** What the shop lets Sheaf read, in the platform's scopes. */
export const Permissions = z.strictObject({ Granted: z.array(z.string()) });
export type Permissions = z.infer<typeof Permissions>;
export const IsOnlinePayload = z.strictObject({ ShopName: z.string().max(255).nullish() });

/**
 * Account as a browser keeps it (S-1.3). `accept_terms_etc`: ISO instant or null. `iana_timezone`: the zone that dates and
 * times are in; UTC when the server does not know the shop's own, whose name is then `unknown_timezone`.
 */
export type Account = {
  name: string;
  email: string | null;
  id: string;
  iana_timezone: string;
  unknown_timezone?: string | undefined;
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

/** Answer of loginCallback, select-tier and approveClientCharge. `Action` is a LoginAction. */
export type LoginResponse = {
  Shop: Account;
  Token: string;
  LoginAction: { Action: number; ActivationUrl: string | null };
  /** Path of the app to go to after the gates, when the log-in began with one. */
  ReturnUrl?: string | null;
};
