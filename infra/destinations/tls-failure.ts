import { DeliveryFailed, type FailureKind } from "../ports/destination.ts";
import { getErrorText } from "./receiver-text.ts";

/** Pattern of Node's error code or OpenSSL's reason. */
type TlsFault = {
  is: RegExp;
  kind: FailureKind;
  sentence: (who: string) => string;
};

/** The first match counts. A fault that may pass is temporary, as certificates are renewed on schedule. */
const tlsFaults: readonly TlsFault[] = [
  {
    is: /CERT_HAS_EXPIRED/,
    kind: "temporary",
    sentence: (who) => `The certificate of ${who} has expired. Whoever runs it must renew it.`,
  },
  {
    is: /CERT_NOT_YET_VALID/,
    kind: "temporary",
    sentence: (who) => `The certificate of ${who} isn't valid yet. Whoever runs it must check its dates.`,
  },
  {
    is: /ERR_TLS_CERT_ALTNAME_INVALID/,
    kind: "lasting",
    sentence: (who) =>
      `The certificate of ${who} is for another name. Check the address, or have the certificate replaced.`,
  },
  {
    is: /DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN/,
    kind: "lasting",
    sentence: (who) => `The certificate of ${who} is self-signed. It needs one from a public authority.`,
  },
  {
    is: /UNABLE_TO_(?:VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT)/,
    kind: "lasting",
    sentence: (who) =>
      `The certificate of ${who} isn't from a public authority, or its server doesn't send the whole certificate chain.`,
  },
  {
    is: /\bCERT_[A-Z_]+|\b[A-Z_]+_CERT\b/,
    kind: "lasting",
    sentence: (who) => `The certificate of ${who} can't be trusted. Whoever runs it must replace it.`,
  },
  {
    is: /alert protocol version|unsupported protocol|version too low/i,
    kind: "lasting",
    sentence: (who) => `${who} uses a version of TLS that is no longer safe. It needs TLS 1.2 or later.`,
  },
  {
    is: /certificate.required/i,
    kind: "lasting",
    sentence: (who) =>
      `${who} requires a client certificate, which Sheaf doesn't have. It must accept calls without one.`,
  },
  {
    is: /handshake failure/i,
    kind: "temporary",
    sentence: (who) =>
      `${who} refused the secure connection. It may require a client certificate, or have no encryption in common with Sheaf.`,
  },
  {
    is: /unrecognized name/i,
    kind: "lasting",
    sentence: (who) => `The server at ${who} has no certificate for that name. Check the address.`,
  },
  {
    is: /wrong version number|http request|packet length too long/i,
    kind: "lasting",
    sentence: (who) => `${who} answers without TLS at that port. Check the port and the protocol.`,
  },
];

const codeAndMessageOf = (error: unknown): string =>
  error instanceof AggregateError
    ? error.errors.map(codeAndMessageOf).join(" ")
    : `${(error as { code?: unknown } | null)?.code ?? ""} ${getErrorText(error)}`;

/** Explains a TLS error; undefined for other errors. `who`: a host, without secrets. */
export const toTlsFailure = (error: unknown, who: string): DeliveryFailed | undefined => {
  const words = codeAndMessageOf(error);
  const found = tlsFaults.find(({ is }) => is.test(words));
  return found && new DeliveryFailed(found.kind, found.sentence(who));
};
