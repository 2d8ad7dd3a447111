/** The part of a pino logger that is used. Never given tokens or personal data. */
export type Log = {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
};
