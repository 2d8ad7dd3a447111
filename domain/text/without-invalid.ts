/** Where a second look is needed at all; without the u flag, so that the pair of a rare character is looked at twice too. */
const suspicious = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd]/;
/** The characters that XML can hold (XML 1.0 section 2.2); with the u flag a lone surrogate is none of them. */
const notAllowed = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;
const loneSurrogate = /\p{Surrogate}/gu;

/**
 * Drops the control characters that no markup can hold, in every format of a report alike (R-32 and
 * docs/adr/0016-text-from-outside-is-bounded.md); tabs and line ends stay. Half a character becomes U+FFFD, as it would in UTF-8.
 */
export const withoutInvalid = (text: string): string =>
  suspicious.test(text) ? text.replaceAll(loneSurrogate, "\ufffd").replaceAll(notAllowed, "") : text;
