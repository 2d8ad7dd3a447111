import { z } from "zod";
import { ImpersonationSessionData } from "#domain/wire/support/impersonation.ts";

/** Responses of the account calls (domain/wire/account/account.ts). */
export const AccountData = z.strictObject({
  name: z.string(),
  email: z.string().nullable(),
  id: z.string(),
  iana_timezone: z.string(),
  unknown_timezone: z
    .string()
    .optional()
    .describe("The shop's zone when the server does not know it: dates are in UTC"),
  date_format: z.number().int().optional().describe("The date format that the shop chose in its configuration"),
  accept_terms_etc: z.string().nullable(),
  accepts_marketing: z.boolean(),
  tier: z.string().nullable(),
});

export const LoginActionData = z.strictObject({
  Action: z.number().int().describe("0 Nothing, 1 ActivateCharge, 2 SelectTier, 3 AcceptTermsEtc"),
  ActivationUrl: z.string().nullable(),
});

export const ChargeData = z.strictObject({
  Status: z.enum(["active", "pending", "none"]),
  Price: z.string().nullable(),
  Currency: z.string(),
  TrialDays: z.number().int(),
});

export const LoginResponseData = z.strictObject({
  Shop: AccountData,
  Token: z.string(),
  LoginAction: LoginActionData,
  ReturnUrl: z.string().nullable().optional(),
});

/** Response to support's login. */
export const ImpersonationData = LoginResponseData.extend({
  Support: ImpersonationSessionData,
  Console: z
    .string()
    .nullable()
    .describe("Address of the shop's page at the support console; null if the login was not started there"),
});
