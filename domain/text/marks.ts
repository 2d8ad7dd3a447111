/** What is beyond `most` marks on one letter, behind the first group: Unicode orders the marks of a letter in time by the square of their number. */
export const marksBeyond = (most: number): RegExp => new RegExp(`(\\p{M}{${most}})\\p{M}+`, "gu");
