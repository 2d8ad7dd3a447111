/**
 * `LIMIT ?`, for SQL. At a bare parameter SQLite looks into its value to plan by it, and compiles the whole statement anew whenever another
 * is bound, which costs several times what reading a row does. At a sum it does not look.
 */
export const mostRows = "LIMIT ? + 0";
