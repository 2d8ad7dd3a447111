import { ApiError } from "#application/http/api-error.ts";
import { toHttpError } from "#application/http/to-http.ts";
import { PlatformError } from "#infra/ports/store-platform.ts";

const messages = {
  "FeAuth-001": "The shop cannot login",
  "FeAuth-002": "The shop cannot login",
  "FeAuth-003": "The shop cannot login",
  "FeAuth-004": "The shop cannot install",
} as const;

/** Error of a step (S-1.8): 001 login address, 002 callback, 003 charge, 004 install. */
export const createAccountStepError = (code: keyof typeof messages, status: number, details: string): ApiError =>
  new ApiError({
    status,
    code,
    message: messages[code],
    details,
    help: "Go back to login and try again.",
  });

/** Turns platform errors into the step's error. Never a 401, as nobody is logged in yet. */
export const withAccountStepError = async <T>(code: keyof typeof messages, step: () => Promise<T>): Promise<T> => {
  try {
    return await step();
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    const { status, headers } = toHttpError(error);
    const failed = createAccountStepError(code, status === 401 ? 403 : status, error.message);
    throw new ApiError({ ...failed.fields, ...(headers === undefined ? {} : { headers }) });
  }
};
