/** Codes of the operating system and of nodemailer. */
const faults: Readonly<Record<string, string>> = {
  ECONNREFUSED: "it isn't accepting connections",
  EHOSTUNREACH: "it can't be reached",
  ENETUNREACH: "it can't be reached",
  EAI_AGAIN: "its name servers didn't answer",
  ESERVFAIL: "its name servers didn't answer",
  ETIMEOUT: "its name servers didn't answer",
  EDNS: "there is no server with this name",
  ETIMEDOUT: "it didn't answer in time",
  ECONNECTION: "it closed the connection unexpectedly",
  ECONNRESET: "it closed the connection unexpectedly",
  EAUTH: "SMTP_URL has no login that can be used, such as user:password",
  ETLS: "TLS with it failed",
  ERR_SSL_WRONG_VERSION_NUMBER: "TLS with it failed",
  EPROTOCOL: "it doesn't speak SMTP",
  EMESSAGE: "its answer wasn't SMTP",
  EEARLY: "it answered before it had the whole mail",
  ESTOPPED: "Sheaf was stopped before it came",
};

/** Explains a connection fault; without an explanation, returns the error's code. */
export const connectionFault = (error: unknown): string => {
  const { code, originalCode } = (error ?? {}) as { code?: unknown; originalCode?: unknown };
  const codes = [originalCode, code].filter((one) => typeof one === "string");
  const known = codes.find((one) => Object.hasOwn(faults, one));
  return (known === undefined ? codes[0] : faults[known]) ?? "no connection";
};
