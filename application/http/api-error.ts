import type { Envelope } from "#domain/wire/envelope.ts";

export type ApiErrorFields = {
  status: number;
  code: string;
  message: string;
  details?: string;
  help?: string;
  headers?: Readonly<Record<string, string>>;
};

/** Error that the API sends as an envelope with a status. */
export class ApiError extends Error {
  override name = "ApiError";
  readonly fields: ApiErrorFields;
  constructor(fields: ApiErrorFields) {
    super(fields.message);
    this.fields = fields;
  }
}

/** Envelope of a success. */
export const toOkEnvelope = <Data>(data: Data): Envelope<Data> => ({
  Ok: true,
  Data: data,
  ErrorCode: null,
  ErrorMessage: null,
  ErrorDetails: null,
  ErrorHelp: null,
});

export const toErrorEnvelope = (fields: ApiErrorFields): Envelope<never> => ({
  Ok: false,
  Data: null,
  ErrorCode: fields.code,
  ErrorMessage: fields.message,
  ErrorDetails: fields.details ?? null,
  ErrorHelp: fields.help ?? null,
});

/** A malformed request: 400. */
export const badRequest = (message: string, details?: string): ApiError =>
  new ApiError({ status: 400, code: "invalid", message, ...(details === undefined ? {} : { details }) });

/** Missing, or owned by another shop: 404. */
export const notFound = (message: string): ApiError => new ApiError({ status: 404, code: "unknown", message });
