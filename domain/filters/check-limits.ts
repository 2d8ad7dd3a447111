/** Of the orders that the search finds, so many of the newest are checked against the filter (ADR 51). */
export const mostChecked = 2_000;

/** A filter that leaves so many orders or fewer leaves little: then it is said what each condition leaves. */
export const littleLeft = 10;
