/** Without the u flag, surrogate pairs match too. */
const suspicious = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd]/;
/** XML 1.0 section 2.2. With the u flag, lone surrogates match too. */
const notAllowed = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;
const loneSurrogate = /\p{Surrogate}/gu;

/**
 * Drops control characters that no markup can hold, in every report format (R-32 and ADR 16). Keeps tabs and line ends.
 * A lone surrogate becomes U+FFFD, as in UTF-8.
 */
export const removeInvalid = (text: string): string =>
  suspicious.test(text) ? text.replaceAll(loneSurrogate, "\ufffd").replaceAll(notAllowed, "") : text;
