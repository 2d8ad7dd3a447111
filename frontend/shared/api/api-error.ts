/** Codes that the browser itself assigns; all others come from the server. */
export const clientCode = {
  /** An HTTP failure without an envelope (S-1.8). */
  fetchCatch: "FetchCatch",
  /** No response at all. */
  noResponse: "NoResponse",
  unauthorized: "Unauthorized",
  pendingCharges: "PendingCharges",
} as const;

type ApiErrorFields = {
  code: string;
  message: string;
  details?: string | null;
  help?: string | null;
  status?: number;
  /** True if the error is only logged: the user already sees it on the login or offline page (S-1.8). */
  skipped?: boolean;
};

/** The error of every call that does not end with `Ok: true`. `status` is 0 without a response. */
export class ApiError extends Error {
  readonly code: string;
  readonly details: string | null;
  readonly help: string | null;
  readonly status: number;
  readonly skipped: boolean;

  constructor(fields: ApiErrorFields) {
    super(fields.message);
    this.name = "ApiError";
    this.code = fields.code;
    this.details = fields.details ?? null;
    this.help = fields.help ?? null;
    this.status = fields.status ?? 0;
    this.skipped = fields.skipped ?? false;
  }
}

export const getErrorMessage = (error: unknown): string =>
  error instanceof Error && error.message !== "" ? error.message : "Something went wrong. Try again.";

/** Logs an error flagged as skipped (S-1.8). The API client calls it on throwing, so each is logged once. */
export const logSkipped = (error: ApiError): ApiError => {
  if (error.skipped) console.warn(`${error.code}: ${error.message}`, error.details ?? "");
  return error;
};

/** True for a refusal by a business rule (`Ok: false` in a 200). Its message is for the user. */
export const isRuleRefusal = (error: unknown): error is ApiError => error instanceof ApiError && error.status === 200;

/** True if the user sees the error elsewhere. */
export const isSkipped = (error: unknown): boolean => error instanceof ApiError && error.skipped;
