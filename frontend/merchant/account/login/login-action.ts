import { LoginAction } from "#domain/enumerations.ts";
import type { LoginResponse } from "#domain/wire/account/account.ts";
import { ApiError } from "../../../shared/api/api-error.ts";
import { isOwnPath, paths } from "../../../shared/navigation/paths.ts";

/** `ReturnUrl`: the user's target when the platform opened us, if any. */
export type LoginAnswer = LoginResponse & { ReturnUrl?: string | null };

export type NextStep = { kind: "page"; path: string } | { kind: "outside"; url: string };

/**
 * The target after a login (S-1.4): the platform's, else `back` to the end of the last session, else the specified one.
 * @throws {ApiError} the step is unknown, or a charge without an address
 */
export const getNextStep = (
  { LoginAction: action, ReturnUrl }: LoginAnswer,
  back: () => string | null = () => null,
): NextStep => {
  switch (action.Action) {
    case LoginAction.Nothing:
      return { kind: "page", path: isOwnPath(ReturnUrl) ? ReturnUrl : (back() ?? paths.home) };
    case LoginAction.ActivateCharge:
      if (!action.ActivationUrl) {
        throw new ApiError({
          code: "FeAuth-005",
          message: "Charge is required but the API haven't returned one.",
        });
      }
      return { kind: "outside", url: action.ActivationUrl };
    case LoginAction.SelectTier:
      return { kind: "page", path: paths.selectTier };
    case LoginAction.AcceptTermsEtc:
      return { kind: "page", path: paths.acceptTerms };
    default:
      throw new ApiError({
        code: "FeAuth-006",
        message: "The server asked for a step that this page doesn't know. Reload the page.",
      });
  }
};

/** Errors for a response without a required value (S-1.8). */
export const emptyResponseErrors = {
  loginUrl: () => new ApiError({ code: "FeAuth-001", message: "The shop cannot login" }),
  callback: () => new ApiError({ code: "FeAuth-002", message: "The shop cannot login" }),
  charge: () => new ApiError({ code: "FeAuth-003", message: "The shop cannot login" }),
  installUrl: () => new ApiError({ code: "FeAuth-004", message: "The shop cannot install" }),
};
