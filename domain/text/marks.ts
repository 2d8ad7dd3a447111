/**
 * Matches marks beyond `most` on one letter, after the first group. Unicode normalization takes quadratic time in
 * them.
 */
export const marksBeyond = (most: number): RegExp => new RegExp(`(\\p{M}{${most}})\\p{M}+`, "gu");
