import { z } from "zod";

/** The platform's other query parameters, usually a handful. The HMAC covers them. */
const FurtherQuery = z
  .record(z.string().max(100), z.string().max(2000))
  .refine((query) => Object.keys(query).length <= 32, "has too many parameters: at most 32");

/** Payloads of the account calls (S-1.3, S-1.7). */
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
/** `Scopes`: needed by columns (S-1.2.1). `ReturnUrl`: an app path. */
export const AskPermissionsPayload = z.strictObject({
  Scopes: z.array(z.string().max(100)).min(1).max(20),
  ReturnUrl: z.string().max(2000),
});
/** Granted scopes. */
export const Permissions = z.strictObject({ Granted: z.array(z.string()) });
export type Permissions = z.infer<typeof Permissions>;
export const IsOnlinePayload = z.strictObject({ ShopName: z.string().max(255).nullish() });

/**
 * The browser's copy of the account (S-1.3). `accept_terms_etc`: ISO instant or null. `iana_timezone`: zone of all
 * dates and times; UTC if the shop's zone, in `unknown_timezone`, is unknown. `date_format`: of dates on screens, as in `UserDateFormat`.
 */
export type Account = {
  name: string;
  email: string | null;
  id: string;
  iana_timezone: string;
  unknown_timezone?: string | undefined;
  date_format?: number | undefined;
  accept_terms_etc: string | null;
  accepts_marketing: boolean;
  tier: string | null;
};

/** `Price`: decimal text per 30 days, null before a tier is chosen. `TrialDays`: of a new charge. */
export type ChargeState = {
  Status: "active" | "pending" | "none";
  Price: string | null;
  Currency: string;
  TrialDays: number;
};

/** Response of `GET account/status`. `LoginAction`: the next gate. */
export type AccountStatus = { Shop: Account; LoginAction: LoginResponse["LoginAction"]; Charge: ChargeState };

/** Response of loginCallback, select-tier and approveClientCharge. `Action`: a LoginAction. */
export type LoginResponse = {
  Shop: Account;
  Token: string;
  LoginAction: { Action: number; ActivationUrl: string | null };
  /** App path to open after the gates, from the login. */
  ReturnUrl?: string | null;
};
