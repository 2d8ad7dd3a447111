/**
 * Matches marks beyond `most` on one letter, behind the first group. Unicode normalization takes quadratic time in
 * them.
 */
export const marksBeyond = (most: number): RegExp => new RegExp(`(\\p{M}{${most}})\\p{M}+`, "gu");
